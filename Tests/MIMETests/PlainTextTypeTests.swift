import TestSupport
import Testing

@testable import MIME

struct PlainTextTypeTests {
    private static let starts = [
        "text/plain", "TEXT/PLAIN", "Text/Html", "text/html", " text/plain", "text/plainer", "text/",
    ]
    private static let names = [
        "charset", "Charset", "CHARSET", "format", "delsp", "encoding", "reply-type", "name", "x",
    ]
    private static let words = [
        "us-ascii", "US-ASCII", "utf-8", "iso-8859-15", "windows-1252", "flowed", "a_b.c", "", "a b", "a/b", "\\x", "é",
        "(c)",
    ]
    private static let separators = [";", "; ", " ;", " ; ", ";\t", ";;", "", " "]

    @Test func `what is read without GMime is what GMime reads`() throws {
        var generator = SeededGenerator(for: "types of plain text")
        var read = 0
        for round in 0..<20_000 {
            var text = Self.starts.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let word = Self.words.randomElement(using: &generator)!
                let value = [word, "\"\(word)\"", "\"\(word)"].randomElement(using: &generator)!
                text += Self.separators.randomElement(using: &generator)!
                text +=
                    Self.names.randomElement(using: &generator)! + ["=", "=", " = "].randomElement(using: &generator)!
                    + value
            }
            if Bool.random(using: &generator) { text += Self.separators.randomElement(using: &generator)! }
            let value = Array(text.utf8)
            guard let plain = PlainTextType(value) else { continue }
            read += 1
            var parsed = ContentFields()
            let name = parsed.readParsedType(value, textCharset: nil)
            #expect(
                parsed.mimeType == "text/\(plain.subtype)" && parsed.charset == plain.charset && name == nil,
                "seed \(generator.seed) round \(round): \(text)")
        }
        #expect(read > 1_000)
    }

    @Test(arguments: [
        ("text/plain", nil), ("TEXT/PLAIN; charset=US-ASCII", "US-ASCII"), ("text/plain; encoding=utf-8", nil),
        (#"text/plain; charset="us-ascii" ; format="flowed""#, "us-ascii"), ("text/plain;charset=GB2312;", "GB2312"),
    ])
    func `the types of most text are among them`(value: String, charset: String?) {
        #expect(PlainTextType(Array(value.utf8))?.charset == charset)
        #expect(PlainTextType(Array(value.utf8)) != nil)
    }
}
