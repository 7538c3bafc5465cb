import IMAPServer
import TestSupport
import Testing

/// Content without its transfer encoding (BINARY, RFC 3516).
@Suite("Decoded content") struct DecodedContentTests {
    private func decoded(_ encoding: String, _ content: [UInt8], type: String = "application/x-data") throws -> [UInt8]?
    {
        let header = "Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n"
        return try IMAPMessage(Array(header.utf8) + content).decoded(part: [1])
    }

    @Test("has none of the blanks that transport put at ends of lines (RFC 2045 section 6.7)") func padding() throws {
        let cases = [
            ("hello  \r\nbar=\r\n\r\n", "hello\r\nbar\r\n"), ("foo\t \tb= \r\n=62 =20 \t\r\n", "foo\t \tbb  \r\n"),
            ("foo = \t\r\nbar", "foo bar"), (" \r\n\t\r\n", "\r\n\r\n"), ("end \t ", "end"), ("=20\r\n", " \r\n"),
            ("", ""), ("\n \n", "\r\n\r\n"), ("a\r b \r\n", "a\r b\r\n"),
        ]
        for (content, expected) in cases {
            let found = try decoded("Quoted-Printable", Array(content.utf8))
            #expect(found == Array(expected.utf8), "\(content.debugDescription)")
        }
    }

    @Test("is the same, whatever blanks transport adds") func paddings() throws {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    ["a", "=3D", " ", "\t", "=C3=A9", "z"].randomElement(using: &random) ?? ""
                }
                return text.joined() + (["=", "=20", "x"].randomElement(using: &random) ?? "")
            }
            let padded = lines.map { line in
                line
                    + String(
                        repeating: Bool.random(using: &random) ? " " : "\t", count: .random(in: 0..<4, using: &random))
            }
            func content(_ lines: [String]) throws -> [UInt8]? {
                try decoded("quoted-printable", Array(lines.map { $0 + "\r\n" }.joined().utf8))
            }
            #expect(try content(padded) == content(lines), "\(padded)")
        }
    }

    @Test("of binary parts keeps line feeds that end no line") func lineFeeds() throws {
        let content: [UInt8] = [0, 0x2D, 0xE4, 0x0A, 0x0D, 0x0A, 0x0A]
        #expect(try decoded("binary", content) == content)
        #expect(try decoded("BINARY", content) == content)
        // Text has lines, and what was stored with LF alone tells nothing.
        #expect(try decoded("binary", content, type: "text/plain")?.count == 9)
        let stored = "Content-Transfer-Encoding: binary\nContent-Type: image/x\n\na\nb"
        #expect(try IMAPMessage(Array(stored.utf8)).decoded(part: [1]) == Array("a\r\nb".utf8))
        // In a part, with others before it.
        let parts = """
            Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\ny\r\n--b\r\nContent-Type: image/x\r\n\
            Content-Transfer-Encoding: binary\r\n\r\n\n\nz\n\r\n--b--\r\n
            """
        #expect(try IMAPMessage(Array(parts.utf8)).decoded(part: [2]) == Array("\n\nz\n".utf8))
        #expect(try IMAPMessage(Array(parts.utf8)).decoded(part: [1]) == Array("x\r\ny".utf8))
    }
}
