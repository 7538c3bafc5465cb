import ByteSearch
import TestSupport
import Testing

@Suite struct BytePatternTests {
    private func find(_ needle: [UInt8], in text: [UInt8], from start: Int = 0) -> Int? {
        BytePattern(needle).firstIndex(in: text.span, from: start)
    }

    private func plain(_ needle: [UInt8], _ text: [UInt8], from start: Int) -> Int? {
        guard start <= text.count - needle.count else { return nil }
        return (start...(text.count - needle.count)).first { Array(text[$0..<$0 + needle.count]) == needle }
    }

    @Test func `the first occurrence is found, from any place on`() {
        var random = SeededGenerator(for: "the first occurrence is found")
        for _ in 0..<3_000 {
            // Few letters, so that much matches in part.
            let letters = Array("ab\u{E9}k ".utf8.prefix(Int.random(in: 1...6, using: &random)))
            func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in letters.randomElement(using: &random) ?? 0 } }
            let needle = bytes(Int.random(in: 1...7, using: &random))
            // Long ones are read in blocks.
            let text = bytes(Int.random(in: 0...(Bool.random(using: &random) ? 60 : 300), using: &random))
            let start = Int.random(in: 0...text.count, using: &random)
            let found = find(needle, in: text, from: start)
            #expect(found == plain(needle, text, from: start), "\(needle) in \(text) from \(start)")
        }
        #expect(find([], in: Array("a".utf8), from: 1) == 1)
    }

    @Test(arguments: ["a", "ab", "aab"])
    func `a text that matches in part everywhere is read once or twice`(_ part: String) {
        let text = Array(String(repeating: part, count: 400_000).utf8)
        let half = Array(String(repeating: part, count: 100_000).utf8)
        // By trying each place, these would take some hours.
        #expect(find(half + [0x7A], in: text) == nil)
        #expect(find([0x7A] + half, in: text) == nil)
        #expect(find(half.dropLast() + [0x63] + half, in: text) == nil)
        #expect(find(half, in: half.dropLast() + text) != nil)
    }
}
