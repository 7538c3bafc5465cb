import IMAPServer
import TestSupport
import Testing

@Suite struct WordListTests {
    private func mayBe(_ needle: Needle, in list: [UInt8]) -> Bool { needle.mayBeIn(words: list.span) }

    @Test func `a text that has a needle has its words`() throws {
        var random = SeededGenerator(for: "a text that has a needle has its words")
        let characters = Array("aabbc1'+-_ \n.éßж漢")
        var passedOver = 0
        for _ in 0..<3_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? " "
                })
            let from = Int.random(in: 0...text.count, using: &random)
            let part = String(text.dropFirst(from).prefix(Int.random(in: 0...9, using: &random)))
            let list = try #require(WordList.made(of: Array(text.utf8), limit: 10_000))
            #expect(mayBe(Needle(part), in: list), "\(part) of \(text)")
            let other = Needle(String((0..<4).map { _ in characters.randomElement(using: &random) ?? " " }))
            if !mayBe(other, in: list) {
                passedOver += 1
                #expect(!other.isIn(Array(text.utf8)), "\(text)")
            }
        }
        #expect(passedOver > 1_000)
    }

    @Test func `words have borders where the needle has some`() throws {
        let list = try #require(WordList.made(of: Array("the red penguins, of snow".utf8), limit: 100))
        for (needle, isThere) in [
            ("penguin", true), ("penguin ", false), (" penguin", true), ("red pen", true), ("ed penguins, o", true),
            ("e penguins", true), ("penguins red", true), ("enguins re", true), (" enguin", false), ("d snow", true),
            ("", true), ("...", true), ("snowy", false),
        ] {
            #expect(mayBe(Needle(needle), in: list) == isThere, "\(needle)")
        }
        #expect(WordList.made(of: Array("a b c".utf8), limit: 4) == nil)
    }
}
