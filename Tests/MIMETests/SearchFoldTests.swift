import TestSupport
import Testing

@testable import MIME

@Suite struct `The search fold` {
    @Test func `of words one by one is that of the whole text`() {
        var random = SeededGenerator()
        let pieces = [
            "a", "Z", "0", ".", "-", " ", "  ", "\n", "\t", "\0", "é", "e\u{301}", "\u{301}", "ß", "İ", "日", "本",
            "か\u{3099}",
            "ﾗ", "한", "\u{1112}", "\u{1161}", "\u{11AB}", "ς", "😀", "\u{FE0F}", "\u{A0}", "\u{B4}", "①", "Ⅷ", "—",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            #expect(SearchFold.fold(text) == SearchFold.foldAll(text), "\(Array(text.unicodeScalars))")
        }
    }

    /// In pieces, because a word may be as long as a text.
    @Test func `of a long word is that of the whole word`() {
        var random = SeededGenerator()
        let alphabets: [[String]] = [
            ["é", "a", "\u{301}", "\u{327}"], ["日", "本", "か\u{3099}", "ﾗﾞ", "\u{FE0F}"],
            ["한", "\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}"], ["é", "日", "x", "한", "ß", "①", "\u{A0}"],
            ["\u{301}", "\u{327}"], ["ש\u{5B0}\u{5C1}\u{5BC}"],
        ]
        for alphabet in alphabets {
            let word = (0..<Int.random(in: 1_500...4_000, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? ""
            }
            .joined()
            #expect(SearchFold.fold(word) == SearchFold.foldAll(word), "\(alphabet)")
        }
    }
}
