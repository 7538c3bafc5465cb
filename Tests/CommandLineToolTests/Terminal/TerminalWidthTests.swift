import Testing

import CommandLineTool

@Suite struct TerminalWidthTests {
    @Test(arguments: [
        ("", 0), ("plain text", 10), ("Grüße", 5), ("e\u{301}", 1), ("日本語", 6), ("한국어", 6),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ｶﾅ", 2), ("（）", 4), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("✅", 2),
        ("a\u{200B}b", 2), ("\u{FEFF}", 0), ("…", 1), ("नमस्ते", 4), ("𠀀", 2), ("\u{7}", 0), ("中\u{301}", 2), ("①", 1),
    ])
    func `text takes as many columns as a terminal gives it`(_ text: String, _ columns: Int) {
        #expect(TerminalWidth.of(text) == columns)
    }

    @Test(arguments: [
        ("short", 5, "short"), ("longer", 5, "long…"), ("longer", 1, "…"), ("longer", 0, ""), ("", 0, ""),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"),
        ("ae\u{301}bc", 3, "ae\u{301}…"), ("👨‍👩‍👧‍👦👍👍", 4, "👨‍👩‍👧‍👦…"),
    ])
    func `text is cut between characters and never exceeds its width`(_ text: String, _ width: Int, _ expected: String)
    {
        let result = TerminalWidth.truncate(text, to: width)
        #expect(result == expected)
        #expect(TerminalWidth.of(result) <= width)
    }

    @Test func `padding fills columns, not characters`() {
        #expect(TerminalWidth.pad("日本", to: 6) == "日本  ")
        #expect(TerminalWidth.pad("42", to: 5, alignment: .right) == "   42")
        #expect(TerminalWidth.pad("too long", to: 3) == "too long")
    }
}
