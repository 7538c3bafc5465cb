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
}
