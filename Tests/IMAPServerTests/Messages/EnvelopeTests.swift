import IMAPServer
import Testing

@Suite("ENVELOPE") struct EnvelopeTests {
    @Test func `the example of RFC 9051 is answered as there`() throws {
        let message = IMAPMessage(
            """
            Date: Wed, 17 Jul 1996 02:23:25 -0700 (PDT)
            From: Terry Gray <gray@cac.washington.edu>
            Subject: IMAP4rev2 WG mtg summary and minutes
            To: imap@cac.washington.edu
            cc: minutes@CNRI.Reston.VA.US, John Klensin <KLENSIN@MIT.EDU>
            Message-Id: <B27397-0100000@cac.washington.edu>
            MIME-Version: 1.0
            Content-Type: TEXT/PLAIN; CHARSET=US-ASCII


            """)
        let terry = #"(("Terry Gray" NIL "gray" "cac.washington.edu"))"#
        let expected =
            #"("Wed, 17 Jul 1996 02:23:25 -0700 (PDT)" "IMAP4rev2 WG mtg summary and minutes" "#
            + "\(terry) \(terry) \(terry) "
            + #"((NIL NIL "imap" "cac.washington.edu")) "#
            + #"((NIL NIL "minutes" "CNRI.Reston.VA.US")("John Klensin" NIL "KLENSIN" "MIT.EDU")) NIL NIL "#
            + #""<B27397-0100000@cac.washington.edu>")"#
        #expect(String(decoding: message.envelope, as: UTF8.self) == expected)
    }

    @Test func `a message without fields has an envelope of NILs`() {
        for text in ["", "\n", "\r\n\r\n", "no header at all"] {
            let envelope = String(decoding: IMAPMessage(text).envelope, as: UTF8.self)
            #expect(envelope == "(NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)")
        }
    }

    @Test func `an empty field is an empty string, an empty list of addresses is missing`() throws {
        let envelope = try IMAPMessage(
            "Subject:\nFrom: a@b.c\nReply-To:\nSender: (nobody)\nTo: \nMessage-ID: \n\n"
        ).readEnvelope
        #expect(
            envelope == [
                nil, "", [[nil, nil, "a", "b.c"]], [[nil, nil, "a", "b.c"]], [[nil, nil, "a", "b.c"]], nil, nil, nil,
                nil, "",
            ])
    }

    @Test func `the first of two subjects counts, and all recipients`() throws {
        let envelope = try IMAPMessage("Subject: one\nSubject: two\nTo: a@b.c\nTo: d@e.f\n\n").readEnvelope
        #expect(envelope[1] == "one")
        #expect(envelope[5] == [[nil, nil, "a", "b.c"], [nil, nil, "d", "e.f"]])
    }

    @Test(
        arguments: [
            // RFC 5322, appendix A.5.
            (#"Pete(A nice \) chap) <pete(his account)@silly.test(his host)>"#, "Pete", "pete", "silly.test"),
            ("<(a, b; c > d)pete@silly.test>", nil, "pete", "silly.test"),
            ("<pete(one (two) \\) three)@silly.test>", nil, "pete", "silly.test"),
            (#"<"pe(te"@silly.test>"#, nil, "pe(te", "silly.test"),
            // One that nothing closes is none.
            ("<pete(@silly.test>", nil, "pete(", "silly.test"),
        ] as [(String, String?, String, String)])
    func `comments are no part of an address`(field: String, name: String?, mailbox: String, host: String) throws {
        let envelope = try IMAPMessage("To: \(field)\n\n").readEnvelope
        let address = [name, nil, mailbox, host].map { $0.map { AnswerValue.string($0) } ?? AnswerValue.none }
        #expect(envelope[5] == .list([.list(address)]))
    }

    @Test func `folds are removed and encoded words stay`() throws {
        let envelope = try IMAPMessage("Subject: =?utf-8?q?a?=\r\n =?utf-8?q?b?=\r\n\tc \r\n\r\n").readEnvelope
        #expect(envelope[1] == "=?utf-8?q?a?= =?utf-8?q?b?=\tc")
    }

    @Test func `a fold before the value leaves nothing`() throws {
        #expect(try IMAPMessage("Message-ID:\n <a@b>\n\n").readEnvelope[9] == "<a@b>")
    }

    @Test func `bytes that no quoted string can hold are a literal`() {
        func subject(_ bytes: [UInt8]) -> [UInt8] {
            IMAPMessage(Array("Subject: ".utf8) + bytes + [0x0A, 0x0A]).envelope
        }
        #expect(subject([0xE9, 0x41]).starts(with: Array("(NIL {2}\r\n".utf8) + [0xE9, 0x41, 0x20]))
        #expect(subject([0x41, 0x0D, 0x42]).starts(with: "(NIL {3}\r\nA\rB ".utf8))
        #expect(subject([0x41, 0, 0x42]).starts(with: Array("(NIL {3}\r\n".utf8) + [0x41, 0x80, 0x42, 0x20]))
        #expect(subject(Array(repeating: 0x41, count: 2_000)).starts(with: "(NIL {2000}\r\nAAA".utf8))
        #expect(subject(Array(#"a"b\"#.utf8)).starts(with: #"(NIL "a\"b\\" "#.utf8))
    }

    @Test func `a byte-order mark and an mbox line hide no field`() throws {
        #expect(try IMAPMessage("\u{FEFF}Subject: a\n\n").readEnvelope[1] == "a")
        #expect(try IMAPMessage("From a@b Mon Jan  1\nSubject: a\n\n").readEnvelope[1] == "a")
    }

    @Test(
        arguments: [
            ("root", [[nil, nil, "root", ""]]),
            ("foo bar", [["foo bar", nil, "", ""]]),
            ("<>", [[nil, nil, "", ""]]),
            ("Foo <bar>", [["Foo", nil, "bar", ""]]),
            ("foo @ bar.com", [[nil, nil, "foo", "bar.com"]]),
            ("<@r1,@r2:a@b.c>", [[nil, "@r1,@r2", "a", "b.c"]]),
            ("John Q. Public <j@p.org>", [["John Q. Public", nil, "j", "p.org"]]),
            ("John Public j@p.org", [["John Public", nil, "j", "p.org"]]),
            ("\"un closed <a@b.c>, d@e.f", [["un closed", nil, "a", "b.c"], [nil, nil, "d", "e.f"]]),
            ("Foo <foo@bar.com, Baz <baz@x.org>", [["Foo", nil, "foo", "bar.com"], ["Baz", nil, "baz", "x.org"]]),
            ("(only a comment)", nil),
            (",,, ,", nil),
            ("a@b.c (Real (nested) Name)", [["Real (nested) Name", nil, "a", "b.c"]]),
            ("Name (x) <a@b.c> (Real)", [["Name", nil, "a", "b.c"]]),
            ("\"a b\"@c.d", [[nil, nil, "a b", "c.d"]]),
            (#""q\"uo\\ted" <a@[127.0.0.1]>"#, [[#"q"uo\ted"#, nil, "a", "[127.0.0.1]"]]),
            ("<\"a@b\"@c.d>", [[nil, nil, "a@b", "c.d"]]),
            ("a@[IPv6:::1]", [[nil, nil, "a", "[IPv6:::1]"]]),
            ("=?utf-8?q?a,b?= <x@y.z>", [["=?utf-8?q?a,b?=", nil, "x", "y.z"]]),
            ("undisclosed-recipients:;", [[nil, nil, "undisclosed-recipients", nil], [nil, nil, nil, nil]]),
            (
                "My Group: a@b.c, D <d@e.f>; , g@h.i",
                [
                    [nil, nil, "My Group", nil], [nil, nil, "a", "b.c"], ["D", nil, "d", "e.f"], [nil, nil, nil, nil],
                    [nil, nil, "g", "h.i"],
                ]
            ),
            ("g: a@b.c", [[nil, nil, "g", nil], [nil, nil, "a", "b.c"], [nil, nil, nil, nil]]),
            ("a@b.c; d@e.f", [[nil, nil, "a", "b.c"], [nil, nil, "d", "e.f"]]),
            (":;:;", nil),
        ] as [(String, AnswerValue)])
    func `addresses are parted as they are written`(_ field: String, _ expected: AnswerValue) throws {
        let envelope = try IMAPMessage("To: \(field)\n\n").readEnvelope
        #expect(envelope[5] == expected)
        #expect(AnswerShape.isEnvelope(envelope))
    }

    @Test func `a field of two hundred thousand addresses is bounded`() throws {
        let envelope = IMAPMessage("From: " + String(repeating: "a,", count: 200_000) + "\n\n").envelope
        #expect(envelope.count < 2_000_000)
        #expect(AnswerShape.isEnvelope(try AnswerReader.value(envelope)))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: ["<", "(", "\"", ":", "<,\"", "[", "@[", "=?", "a ", "a@b ", "\\", "(\")<,", "g:", "=?a?q?"])
    func `a field of one sign takes linear time`(_ sign: String) throws {
        let field = String(repeating: sign, count: 400_000 / sign.utf8.count)
        for prefix in ["", "a@b ", "x "] {
            let envelope = IMAPMessage("To: \(prefix)\(field)\n\n").envelope
            #expect(AnswerShape.isEnvelope(try AnswerReader.value(envelope)))
        }
    }
}
