import IMAPProtocol
import IMAPServer
import Testing

/// The message of RFC 9051 section 6.4.5.1 in small.
private let example = """
    Subject: outer
    Content-Type: multipart/mixed; boundary=out

    --out

    one
    --out
    Content-Type: application/octet-stream
    Content-Transfer-Encoding: base64

    AAEC
    --out
    Content-Type: message/rfc822

    Subject: three
    Content-Type: multipart/mixed; boundary=three

    --three

    3.1
    --three
    Content-Type: text/html

    3.2
    --three--
    epilogue of three
    --out
    Content-Type: multipart/alternative; boundary=four

    preamble of four
    --four
    Content-Type: image/gif

    4.1
    --four
    Content-Type: message/rfc822

    Subject: four two

    4.2.1
    --four--
    epilogue of four
    --out--
    epilogue

    """

@Suite("BODY[section]") struct SectionTests {
    private let message = IMAPMessage(example)

    @Test func `parts have the numbers of the RFC`() {
        #expect(message.text(1) == "one")
        #expect(message.text(2) == "AAEC")
        #expect(message.text(3, 1) == "3.1")
        #expect(message.text(3, 2) == "3.2")
        #expect(message.text(4, 1) == "4.1")
        #expect(message.text(4, 2) == "Subject: four two\r\n\r\n4.2.1")
        #expect(message.text(4, 2, 1) == "4.2.1")
    }

    @Test func `headers and texts are those of messages within`() {
        #expect(message.text(3, of: .header)?.hasPrefix("Subject: three\r\n") == true)
        #expect(message.text(3, of: .header)?.hasSuffix("=three\r\n\r\n") == true)
        #expect(message.text(3, of: .text)?.hasPrefix("--three\r\n") == true)
        #expect(message.text(3, of: .text)?.hasSuffix("--three--\r\nepilogue of three") == true)
        #expect(message.text(4, 2, of: .header) == "Subject: four two\r\n\r\n")
        #expect(message.text(4, 2, of: .text) == "4.2.1")
        #expect(message.text(4, 2, of: .headerFields(["SUBJECT"])) == "Subject: four two\r\n\r\n")
        for text in [BodySection.Text.header, .text, .headerFields(["subject"]), .headerFieldsNot([])] {
            #expect(message.text(1, of: text) == nil)
            #expect(message.text(4, of: text) == nil)
            #expect(message.text(4, 2, 1, of: text) == nil)
        }
    }

    @Test func `MIME is the header of a part`() {
        #expect(message.text(1, of: .mime) == "\r\n")
        #expect(message.text(3, of: .mime) == "Content-Type: message/rfc822\r\n\r\n")
        #expect(message.text(3, 2, of: .mime) == "Content-Type: text/html\r\n\r\n")
        #expect(message.text(4, 2, 1, of: .mime) == "Subject: four two\r\n\r\n")
        #expect(message.text(of: .mime) == nil)
    }

    @Test func `a multipart is its text with preamble and epilogue`() {
        #expect(message.text(4)?.hasPrefix("preamble of four\r\n--four\r\n") == true)
        #expect(message.text(4)?.hasSuffix("--four--\r\nepilogue of four") == true)
    }

    @Test(arguments: [
        [5], [0], [-1], [1, 1], [2, 1], [3, 3], [3, 1, 1], [4, 2, 2], [4, 2, 1, 1], [4, 3], [.max], [3, 0],
    ])
    func `there is no other part`(_ part: [Int]) {
        #expect(message.bytes(of: BodySection(part: part)) == nil)
        #expect(message.bytes(of: BodySection(part: part, text: .mime)) == nil)
    }

    @Test func `a message is its header and its text`() {
        let whole = example.replacing("\n", with: "\r\n")
        #expect(message.text() == whole)
        #expect(message.size == whole.utf8.count)
        #expect((message.text(of: .header) ?? "") + (message.text(of: .text) ?? "") == whole)
        #expect(message.text(of: .header)?.hasSuffix("\r\n\r\n") == true)
    }

    @Test func `a single part is number one`() {
        let message = IMAPMessage("Subject: a\n\nbody\n")
        #expect(message.text(1) == "body\r\n")
        #expect(message.text(1, of: .mime) == "Subject: a\r\n\r\n")
        #expect(message.text(1, of: .header) == nil)
        #expect(message.text(2) == nil)
        #expect(message.text(1, 1) == nil)
    }

    @Test func `an empty multipart has the part that its structure shows`() {
        let message = IMAPMessage("Content-Type: multipart/mixed; boundary=b\n\n")
        #expect(message.text(1) == "")
        #expect(message.text(1, of: .mime) == "")
        #expect(message.text(1, of: .text) == nil)
        #expect(message.text(2) == nil)
        #expect(message.text(1, 1) == nil)
    }

    @Test func `fields are chosen by name, in their order and as they are`() {
        let message = IMAPMessage("b: 1\nFrom : x\n  folded\nB:2\nno field\nX: y\nb: 3\n\nbody")
        #expect(message.text(of: .headerFields(["FROM", "B"])) == "b: 1\r\nFrom : x\r\n  folded\r\nB:2\r\n\r\n")
        let whole = IMAPMessage("b: 1\nFrom : x\n  folded\nB:2\nX: y\nb: 3\n\nbody")
        #expect(whole.text(of: .headerFields(["from"])) == "From : x\r\n  folded\r\n\r\n")
        #expect(whole.text(of: .headerFieldsNot(["b"])) == "From : x\r\n  folded\r\nX: y\r\n\r\n")
        #expect(whole.text(of: .headerFields(["none"])) == "\r\n")
        #expect(IMAPMessage("a: b").text(of: .headerFields(["a"])) == "a: b\r\n\r\n")
    }

    @Test func `slices count the bytes with CR LF`() {
        let message = IMAPMessage("a: b\n\n0\n1\n")
        let text = message.bytes(of: BodySection(text: .text)) ?? []
        #expect(Array(text.dropFirst(3).prefix(2)) == Array("1\r".utf8))
    }
}

@Suite("Line ends") struct LineEndTests {
    @Test(arguments: [
        ("", ""), ("\n", "\r\n"), ("a\nb\r\nc\rd\n\n", "a\r\nb\r\nc\rd\r\n\r\n"), ("\r\r\n", "\r\r\n"),
        ("\n\r", "\r\n\r"), ("no end", "no end"),
    ])
    func `bare LF become CR LF, and nothing else changes`(_ raw: String, _ expected: String) {
        #expect(LineEnds.converted(Array(raw.utf8)) == Array(expected.utf8))
        #expect(LineEnds.size(of: Array(raw.utf8)) == expected.utf8.count)
    }
}

@Suite("BINARY") struct BinaryTests {
    private func decoded(_ encoding: String, _ body: String) throws -> String? {
        try IMAPMessage("Content-Type: application/x\n\(encoding)\n\n\(body)").decoded(part: [1])
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `transfer encodings are undone`() throws {
        #expect(try decoded("Content-Transfer-Encoding: BASE64", "aGVs\nbG8=\n") == "hello")
        #expect(try decoded("Content-Transfer-Encoding: quoted-printable", "a=3Db=\nc\n") == "a=bc\r\n")
        #expect(try decoded("Content-Transfer-Encoding: 8bit", "a\n") == "a\r\n")
        #expect(try decoded("Content-Transfer-Encoding: Binary", "a\n") == "a\r\n")
        #expect(try decoded("X: y", "a\n") == "a\r\n")
        #expect(try decoded("Content-Transfer-Encoding: x-uuencode", "begin 644 a\n#86)C\n`\nend\n") == "abc")
    }

    @Test(arguments: ["x-unknown", "base64x", "7 bit"]) func `an encoding that is not known is an error`(_ name: String)
    {
        #expect(throws: UnknownEncoding()) { try decoded("Content-Transfer-Encoding: \(name)", "a") }
    }

    @Test func `what has parts is returned as it is`() throws {
        let message = IMAPMessage(example)
        #expect(try message.decoded(part: []) == message.bytes(of: BodySection()).map(Array.init))
        #expect(try message.decoded(part: [4]) == message.bytes(of: BodySection(part: [4])).map(Array.init))
        #expect(try message.decoded(part: [2]) == [0, 1, 2])
        #expect(try message.decoded(part: [9]) == nil)
    }
}
