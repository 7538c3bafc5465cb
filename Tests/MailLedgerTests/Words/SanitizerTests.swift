import Testing

import JSONCoding
import MailLedger

@Suite struct SanitizerTests {
    @Test(arguments: [
        ("plain", "plain"), ("Grüße 日本 👍", "Grüße 日本 👍"),
        ("\u{1B}[2J\u{1B}]0;title\u{7}", "␛[2J␛]0;title␇"), ("a\0b", "a␀b"), ("\u{7F}", "␡"),
        ("a\nb\tc\rd", "a␊b␉c␍d"), ("a\r\nb", "a␍␊b"),
        ("\u{9B}31m", "\\u{9B}31m"), ("\u{85}", "\\u{85}"), ("\u{A0}", "\u{A0}"),
        ("invoice\u{202E}fdp.exe", "invoice\\u{202E}fdp.exe"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"),
        ("pay\u{200B}pal\u{FEFF}", "pay\\u{200B}pal\\u{FEFF}"), ("a\u{200D}b", "a\\u{200D}b"),
        ("soft\u{AD}", "soft\\u{AD}"),
        ("👨‍👩‍👧", "👨‍👩‍👧"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("❤️", "❤️"),
        ("👨\u{200D}\u{200D}👩", "👨\\u{200D}\u{200D}👩"),
        ("\u{E0041}", "\\u{E0041}"), ("\u{2028}", "\\u{2028}"), ("\u{3164}", "\\u{3164}"),
        ("e\u{301}", "e\u{301}"),
        ("a" + String(repeating: "\u{301}", count: 500), "a" + String(repeating: "\u{301}", count: 8) + "\u{FFFD}"),
    ])
    func `a line shows what would move, reorder or hide`(_ text: String, _ expected: String) {
        let result = Sanitizer.line(text)
        #expect(Array(result.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb\tc", "a\nb\tc"), ("a\r\nb", "a\nb"), ("a\rb", "a␍b"), ("\u{1B}c\n", "␛c\n"),
        ("ä\r\n\u{202E}", "ä\n\\u{202E}"),
        ("a\r", "a␍"),
    ])
    func `a text keeps its lines and tabs alone`(_ text: String, _ expected: String) {
        let result = Sanitizer.text(text)
        #expect(Array(result.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func `no scalar of the control and format classes is left in a line`() {
        for value in UInt32(0)..<0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = Sanitizer.line("a" + String(scalar) + "b")
            let category = scalar.properties.generalCategory
            // Arabic number signs and the like are drawn, although their class is "format".
            let isDrawn = category == .format && scalar.properties.isDefaultIgnorableCodePoint == false
            if category == .control || category == .format && !isDrawn || category == .lineSeparator {
                #expect(!shown.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func `JSON keeps its meaning and loses what a terminal obeys`() {
        let text = "{\"a\":\"x\u{9B}y\u{7F}\u{202E}z\u{2066}\u{61C}\u{FEFF}\u{2028} é 日 👍 \\n\"}"
        let expected = #"{"a":"x\u009by\u007f\u202ez\u2066\u061c\ufeff\u2028 é 日 👍 \n"}"#
        #expect(String(decoding: JSONBytesEncoder.terminalSafe(Array(text.utf8)), as: UTF8.self) == expected)
        // Bytes that are cut off pass as they are.
        for bytes in [[0xC2], [0xE2, 0x80], [0xF0, 0x9F], []] as [[UInt8]] {
            #expect(JSONBytesEncoder.terminalSafe(bytes) == bytes)
        }
    }
}
