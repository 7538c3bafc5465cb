import Cryptography
import IMAPServer
import TestSupport
import Testing

@Suite struct FactSegmentTests {
    private static func digest(_ text: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }

    private static func fact(_ text: String, since: Int64 = 5) -> FactSegment.Fact {
        FactSegment.Fact(digest: digest(text), since: since, bytes: Array(text.utf8))
    }

    private static func made(_ facts: [Int64: FactSegment.Fact], to old: FactSegment? = nil) -> [UInt8] {
        FactSegment.made(adding: facts, to: old, version: 3, position: 17, leaf: digest("leaf"))
    }

    private func text(_ message: Int64, in segment: FactSegment) -> String? {
        segment.index(of: message).map { String(decoding: segment.bytes[segment[$0].place], as: UTF8.self) }
    }

    @Test func `facts are found by the numbers of their messages, and new ones replace older ones`() throws {
        let first = try #require(
            FactSegment(Self.made([9: Self.fact("nine"), 2: Self.fact("two"), 5: Self.fact("")]), version: 3))
        #expect(text(9, in: first) == "nine" && text(2, in: first) == "two" && text(5, in: first) == "")
        #expect(text(1, in: first) == nil && text(3, in: first) == nil && text(10, in: first) == nil)
        #expect(first.leaf == Self.digest("leaf"))
        let second = try #require(
            FactSegment(Self.made([2: Self.fact("zwei", since: 8), 7: Self.fact("seven")], to: first), version: 3))
        #expect(text(2, in: second) == "zwei" && text(7, in: second) == "seven" && text(9, in: second) == "nine")
        #expect(second[0].since == 8 && second[3].since == 5)
        #expect(second.digest(of: second[0]) == Self.digest("zwei"))
        #expect((-1...4).allSatisfy { second.index(of: 7, after: $0) == 2 && second.index(of: 8, after: $0) == nil })
        #expect(FactSegment(second.bytes, version: 4) == nil)
        #expect(FactSegment(Self.made([:]), version: 3)?.index(of: 2) == nil)
    }

    @Test func `a damaged file is none`() throws {
        var random = SeededGenerator(for: "a damaged file is none")
        let whole = Self.made([9: Self.fact("nine"), 2: Self.fact("two"), 5: Self.fact("five")])
        for count in 0..<whole.count { #expect(FactSegment(Array(whole[..<count]), version: 3) == nil) }
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            // What the sum does not count is the mark, the version and the sum itself.
            #expect(FactSegment(bytes, version: 3) == nil, "byte \(index), seed \(random.seed)")
        }
        #expect(FactSegment(whole + [0], version: 3) == nil)
    }
}
