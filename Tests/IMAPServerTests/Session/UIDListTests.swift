import TestSupport
import Testing

@testable import IMAPServer

@Suite("A list of UIDs")
struct UIDListTests {
    @Test("has what an array has, in little room") func array() {
        var random = SeededGenerator(for: "lists of UIDs")
        let seed = random.seed
        for round in 0..<60 {
            let largest: UInt32 = [1, 3, 200, 40_000, 90_000_000, 0][round % 6]
            var uids: [UInt32] = []
            var list = UIDList([])
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                var new: [UInt32] = []
                for _ in 0..<Int.random(in: 0...300, using: &random) {
                    let isFollowing = largest == 0 && Int.random(in: 0..<40, using: &random) > 0
                    let gap = isFollowing ? 1 : UInt32.random(in: 1...(largest > 0 ? largest : 300), using: &random)
                    let (uid, isBeyond) = ((new.last ?? uids.last) ?? 0).addingReportingOverflow(gap)
                    if !isBeyond { new.append(uid) }
                }
                uids += new
                list.append(new)
            }
            #expect(list[0..<list.count] == uids, "seed \(seed), round \(round)")
            #expect(list.count == uids.count && list.last == uids.last, "seed \(seed), round \(round)")
            var (cursor, asked): (UIDList.Cursor, UInt32) = (UIDList.Cursor(of: list), 0)
            for _ in 0..<200 {
                asked =
                    Bool.random(using: &random)
                    ? asked &+ UInt32.random(in: 0...2, using: &random) : uids.first { $0 > asked } ?? asked
                let number = uids.firstIndex(of: asked).map { UInt32($0 + 1) }
                #expect(cursor.number(of: asked) == number, "seed \(seed), \(asked)")
            }
            asked = uids.randomElement(using: &random) ?? 0
            #expect(cursor.number(of: asked) == uids.firstIndex(of: asked).map { UInt32($0 + 1) }, "seed \(seed)")
            for _ in 0..<40 {
                let uid = (uids.randomElement(using: &random) ?? 5) &+ UInt32.random(in: 0...2, using: &random) &- 1
                #expect(list.index(from: uid) == uids.firstIndex { $0 >= uid } ?? uids.count, "seed \(seed), \(uid)")
                #expect(list.index(of: uid) == uids.firstIndex(of: uid), "seed \(seed), \(uid)")
                let start = Int.random(in: 0...uids.count, using: &random)
                let end = Int.random(in: start...uids.count, using: &random)
                #expect(list[start..<end] == Array(uids[start..<end]), "seed \(seed), \(start)..<\(end)")
            }
        }
        #expect(UIDList([.max]).index(from: .max) == 0)
    }
}
