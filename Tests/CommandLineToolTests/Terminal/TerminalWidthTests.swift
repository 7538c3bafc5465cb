import Glibc
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

    /// wcwidth(3) is what tmux, less and most terminals ask.
    @Test func `characters are as wide as the system says`() throws {
        let locale = unsafe try #require(unsafe newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
        let before = unsafe uselocale(locale)
        defer {
            unsafe uselocale(before)
            unsafe freelocale(locale)
        }
        // Its name does not import.
        typealias Function = @convention(c) (wchar_t) -> CInt
        let symbol = unsafe try #require(unsafe dlsym(nil, "wcwidth"))
        let width = unsafe unsafeBitCast(symbol, to: Function.self)
        var others: [String] = []
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
                scalar.properties.generalCategory != .privateUse
            else { continue }
            let expected = width(wchar_t(value))
            // -1: not printable, or of a later Unicode than the system's. The soft hyphen is shown as its number; of
            // the rest terminals differ, or versions of Unicode do.
            guard expected >= 0, ![0xAD, 0x1171E].contains(value), !(0x3248...0x324F ~= value) else { continue }
            let actual = TerminalWidth.of(Character(scalar))
            if actual != Int(expected) { others.append("\(String(value, radix: 16)): \(actual), not \(expected)") }
        }
        #expect(others.isEmpty)
    }

    @Test(arguments: [
        ("one two three", 20, ["one two three"]), ("one two three", 8, ["one two", "three"]),
        ("one two three", 7, ["one two", "three"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("> one two three", 8, ["> one", "> two", "> three"]), ("日本 日本 日本", 9, ["日本 日本", "日本"]), ("", 5, [""]),
        ("a  b", 3, ["a ", "b"]), ("x", 0, ["x"]),
    ])
    func `lines are parted between their words`(_ line: String, _ width: Int, _ expected: [String]) {
        let pieces = TerminalWidth.wrap(line, to: width)
        #expect(pieces == expected)
        if width > 1 { #expect(pieces.allSatisfy { TerminalWidth.of($0) <= width }) }
    }
}
