import IMAPProtocol
import IMAPServer
import Testing

@Suite("BODYSTRUCTURE") struct BodyStructureTests {
    @Test func `a message without MIME fields is plain text in ASCII`() {
        let message = IMAPMessage("Subject: a\n\none\ntwo\nthree")
        let expected = #"("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 15 2"#
        #expect(String(decoding: message.bodyStructure(isExtended: false), as: UTF8.self) == expected + ")")
        #expect(
            String(decoding: message.bodyStructure(isExtended: true), as: UTF8.self) == expected + " NIL NIL NIL NIL)")
    }

    @Test func `fields of a part are given as they are written`() throws {
        let structure = try IMAPMessage(
            """
            Content-Type: image/PNG; name="a \\"b\\".png"; x=y z (comment)
            Content-ID: <id@host>
            Content-Description: =?utf-8?q?caf=C3=A9?=
            Content-Transfer-Encoding: Base64 (really)
            Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
            Content-Disposition: attachment; filename*0="long "; filename*1=name.png
            Content-Language: de, en (English)
            Content-Location: http://example.org/a

            AAAA

            """
        ).readStructure
        #expect(
            structure == [
                "image", "png", ["name", #"a "b".png"#, "x", "y z"], "<id@host>", "=?utf-8?q?caf=C3=A9?=", "Base64", 6,
                "Q2hlY2sgSW50ZWdyaXR5IQ==", ["attachment", ["filename", "long name.png"]], ["de", "en"],
                "http://example.org/a",
            ])
    }

    @Test(
        arguments: [
            ("a*0*=utf-8''%20; a*1=\"b c\"", ["a*", "utf-8''%20b%20c"]),
            ("a*1=2; A*0=1", ["a", "12"]),
            ("a*=utf-8''x", ["a*", "utf-8''x"]),
            ("a=; b", ["a", ""]),
            ("=x;;; a=\"unclosed; b=c", ["a", "unclosed; b=c"]),
            ("a*x=1; a*99999=2", ["a*x", "1", "a*99999", "2"]),
            ("\"a=b\"; c=d", ["c", "d"]),
            ("(", nil),
            ("a=\"\\", ["a", "\\"]),
        ] as [(String, AnswerValue)])
    func `parameters are read whatever they are, and continuations joined`(_ text: String, _ expected: AnswerValue)
        throws
    {
        #expect(try IMAPMessage("Content-Type: image/png; \(text)\n\n").readStructure[2] == expected)
    }

    @Test func `a multipart has its parts, its subtype and its parameters`() throws {
        let message = IMAPMessage(
            """
            Content-Type: multipart/mixed; boundary="b"
            Content-Language: en

            preamble
            --b

            one
            --b
            Content-Type: text/html; charset=utf-8

            <p>
            two
            --b--
            epilogue

            """)
        let one: AnswerValue = ["text", "plain", ["charset", "us-ascii"], nil, nil, "7bit", 3, 0]
        let two: AnswerValue = ["text", "html", ["charset", "utf-8"], nil, nil, "7bit", 8, 1]
        #expect(try message.readBody == [one, two, "mixed"])
        let extension4: [AnswerValue] = [nil, nil, nil, nil]
        #expect(
            try message.readStructure == [
                .list(one.values + extension4), .list(two.values + extension4), "mixed", ["boundary", "b"], nil, ["en"],
                nil,
            ])
    }

    @Test func `a message within has its envelope, its body and its lines`() throws {
        let message = IMAPMessage(
            """
            Content-Type: multipart/digest; boundary=b

            --b

            Subject: within

            text
            more
            --b--

            """)
        let envelope: AnswerValue = [nil, "within", nil, nil, nil, nil, nil, nil, nil, nil]
        let text: AnswerValue = ["text", "plain", ["charset", "us-ascii"], nil, nil, "7bit", 10, 1]
        #expect(
            try message.readBody == [["message", "rfc822", nil, nil, nil, "7bit", 29, envelope, text, 3], "digest"])
    }

    @Test func `a multipart without parts shows its text, or an empty part`() throws {
        let empty: AnswerValue = ["text", "plain", ["charset", "us-ascii"], nil, nil, "7bit", 0, 0]
        #expect(try IMAPMessage("Content-Type: multipart/mixed; boundary=b\n\n").readBody == [empty, "mixed"])
        let text: AnswerValue = ["text", "plain", ["charset", "us-ascii"], nil, nil, "7bit", 7, 1]
        #expect(try IMAPMessage("Content-Type: multipart/mixed; boundary=b\n\nhello\n").readBody == [text, "mixed"])
        #expect(try IMAPMessage("Content-Type: multipart/mixed\n\nhello\n").readBody == text)
    }

    @Test(arguments: [
        "message/rfc822\nContent-Transfer-Encoding: base64", "message/rfc2822\nContent-Transfer-Encoding: base64",
    ])
    func `an encoded message is a basic part`(_ type: String) throws {
        let structure = try IMAPMessage("Content-Type: \(type)\n\nAAAA\n").readStructure
        #expect(AnswerShape.isBody(structure, isExtended: true))
        #expect(structure.values.count == 11)
    }

    @Test func `what is no message of IMAP is not divided`() throws {
        let message = IMAPMessage("Content-Type: message/news\n\nSubject: a\n\nb\n")
        #expect(try message.readBody == ["message", "news", nil, nil, nil, "7bit", 17])
        #expect(message.text(1, of: .header) == nil)
        #expect(message.text(1, 1) == nil)
    }

    @Test(arguments: ["text", "garbage!", "a/b/c", "text/", "/", "; charset=x", "multipart/", "message/"])
    func `a type against the grammar gives a valid answer`(_ type: String) throws {
        let message = IMAPMessage("Content-Type: \(type)\n\nbody\n")
        #expect(AnswerShape.isBody(try message.readStructure, isExtended: true))
        #expect(AnswerShape.isBody(try message.readBody, isExtended: false))
        #expect(message.text(1) == "body\r\n")
    }
}

@Suite("Hostile structures") struct HostileStructureTests {
    private static func nested(_ depth: Int, _ kind: (Int) -> String) -> String {
        (0..<depth).map { "Content-Type: \(kind($0))\n\n" }.joined() + "end\n"
    }

    @Test(arguments: [500, 20_000]) func `multiparts nested deeply are bounded`(_ depth: Int) throws {
        let text =
            (0..<depth).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined() + "\nend\n"
        let message = IMAPMessage(text)
        let structure = message.bodyStructure(isExtended: true)
        #expect(structure.count < 20_000)
        #expect(AnswerShape.isBody(try AnswerReader.value(structure), isExtended: true))
        #expect(message.bytes(of: .init(part: Array(repeating: 1, count: 500))) == nil)
        #expect(message.bytes(of: .init(part: Array(repeating: 1, count: 60))) != nil)
    }

    @Test(arguments: [500, 20_000]) func `messages nested deeply are bounded`(_ depth: Int) throws {
        let message = IMAPMessage(Self.nested(depth) { _ in "message/rfc822" })
        let structure = message.bodyStructure(isExtended: true)
        #expect(structure.count < 20_000)
        #expect(AnswerShape.isBody(try AnswerReader.value(structure), isExtended: true))
    }

    @Test(.timeLimit(.minutes(1))) func `a hundred thousand parts are bounded`() throws {
        let message = IMAPMessage(
            "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n\nx\n", count: 100_000)
                + "--b--\n")
        let structure = message.bodyStructure(isExtended: true)
        #expect(structure.count < 2_000_000)
        #expect(AnswerShape.isBody(try AnswerReader.value(structure), isExtended: true))
    }

    @Test(.timeLimit(.minutes(1))) func `many messages with many addresses are bounded`() throws {
        let within = "--b\n\nFrom: " + String(repeating: "a,", count: 500) + "\n\n"
        let message = IMAPMessage(
            "Content-Type: multipart/digest; boundary=b\n\n" + String(repeating: within, count: 2_000) + "--b--\n")
        let structure = message.bodyStructure(isExtended: true)
        #expect(structure.count < 2_500_000)
        #expect(AnswerShape.isBody(try AnswerReader.value(structure), isExtended: true))
    }

    @Test(.timeLimit(.minutes(1))) func `a header of ten megabytes is bounded, and returned whole`() throws {
        let header = "Subject: " + String(repeating: "x", count: 10 << 20) + "\nTo: a@b.c\n\n"
        let message = IMAPMessage(header + "body")
        #expect(message.envelope.count < 1_000)
        #expect(message.bodyStructure(isExtended: true).count < 1_000)
        #expect(message.bytes(of: .init(text: .header))?.count == header.utf8.count + 3)
        #expect(message.text(of: .headerFields(["to"])) == "To: a@b.c\r\n\r\n")
    }
}
