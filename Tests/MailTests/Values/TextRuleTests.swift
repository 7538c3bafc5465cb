import Mail
import TestSupport
import Testing

@Suite struct `Texts that people give` {
    @Test(
        .requirement(183),
        arguments: [
            ("Ada", nil), ("", ValueError.Reason.isEmpty), (" \t", .isEmpty), ("\u{2003}", .isEmpty),
            ("abcdefghij", nil),
            ("abcdefghijk", .isTooLong), ("ääääää", .isTooLong), ("a\nb", .holdsForbiddenCharacter),
            ("a\tb", .holdsForbiddenCharacter), ("a\u{202e}b", .holdsForbiddenCharacter),
            ("\u{200f}שלום", .isTooLong), ("\u{200f}של", .holdsForbiddenCharacter), ("שלום", nil),
        ])
    func `a line is short, is not blank, and looks like nothing else`(text: String, fault: ValueError.Reason?) {
        #expect(TextRule.fault(ofLine: text, maximum: 10) == fault)
        #expect(
            (TextRule.fault(ofLine: text, maximum: 10, mayBeBlank: true) == nil)
                == (fault == nil || text == "" || text == "\u{2003}"))
    }

    @Test(
        .requirement(183),
        arguments: [
            ("a\r\nb\tc", nil), ("", ValueError.Reason.isEmpty), ("\n", .isEmpty), ("\u{200f}של", nil),
            ("a\u{0}b", .holdsForbiddenCharacter), ("a\u{9b}b", .holdsForbiddenCharacter), ("abcdefghijk", .isTooLong),
        ])
    func `a text has lines, tabs and every direction of writing`(text: String, fault: ValueError.Reason?) {
        #expect(TextRule.fault(ofText: text, maximum: 10) == fault)
    }
}
