import EventLog
import JSONCoding
import TestSupport
import Testing

struct ListChangeTests {
    private func list(_ random: inout SeededGenerator, of words: ClosedRange<Int> = 0...9) -> [String] {
        Array(words.map(String.init).shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random)))
    }

    @Test func `leads from one list to the other and back, whatever their order`() throws {
        var random = SeededGenerator()
        for _ in 0..<1_000 {
            let (old, new) = (list(&random), list(&random))
            guard let change = ListChange(from: old, to: new) else {
                #expect(old == new, "seed \(random.seed)")
                continue
            }
            #expect(try change.applied(to: old) == new, "seed \(random.seed)")
            #expect(change.takenBack(from: new) == old, "seed \(random.seed)")
            let bytes = try JSONBytesEncoder().encode(change)
            #expect(
                try JSONBytesDecoder().decode(ListChange<String>.self, from: bytes) == change, "seed \(random.seed)")
        }
    }

    @Test func `is taken back among elements that came since, and not where its own are gone`() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            let (old, new) = (list(&random), list(&random))
            guard let change = ListChange(from: old, to: new) else { continue }
            var later = new
            later.insert("later", at: Int.random(in: 0...new.count, using: &random))
            let back = try #require(change.takenBack(from: later), "seed \(random.seed)")
            #expect(Set(back) == Set(old + ["later"]) && back.count == old.count + 1, "seed \(random.seed)")
            if let own = change.added?.first?.value {
                #expect(change.takenBack(from: new.filter { $0 != own }) == nil, "seed \(random.seed)")
            }
        }
    }

    @Test(arguments: [
        ListChange(removed: [.init(at: 0, value: "b")]), ListChange(removed: [.init(at: 3, value: "a")]),
        ListChange(added: [.init(at: 4, value: "b")]), ListChange(added: [.init(at: -1, value: "b")]),
    ])
    func `of another list is refused`(change: ListChange<String>) {
        #expect(throws: ListChange<String>.Mismatch.self) { try change.applied(to: ["a", "c"]) }
    }

    @Test func `a thousand elements that come one by one take less than 200 kB`() throws {
        var (list, size): ([String], Int) = ([], 0)
        for number in 0..<1_000 {
            let more = list + ["reader-\(number)@example.org"]
            size += try JSONBytesEncoder().encode(try #require(ListChange(from: list, to: more))).count
            list = more
        }
        #expect(size < 200_000 - 1_000 * 60, "\(size); the rest of an event takes some 60 bytes")
    }
}
