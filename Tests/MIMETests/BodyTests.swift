import DiskFiles
import Foundation
import MIME
import Testing

@Suite struct BodyTests {
    @Test(
        arguments: [
            ("utf-8", "7bit", Array("Grüße".utf8), "Grüße"),
            ("iso-8859-1", "8bit", [0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße"),
            ("windows-1252", "quoted-printable", Array("=80 =93x=94".utf8), "€ “x”"),
            ("koi8-r", "base64", Array("8NLJ18XU".utf8), "Привет"),
            ("iso-2022-jp", "7bit", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
            ("utf-16le", "base64", Array("SABpAA==".utf8), "Hi"),
            ("x-no-such", "8bit", [0x61, 0xE9, 0x62], "a\u{FFFD}b"),
            ("../../etc/passwd", "8bit", [0x61, 0xE9, 0x62], "a\u{FFFD}b"),
            ("us-ascii", "8bit", [0x61, 0xE9, 0x62], "aéb"),
            ("us-ascii", "8bit", Array("aéb".utf8), "aéb"),
            ("utf-8", "8bit", [0x61, 0xFF, 0x00, 0x62], "a\u{FFFD}\u{FFFD}b"),
            ("shift_jis", "8bit", [0x93, 0xFA, 0x96], "日\u{FFFD}"),
            ("utf-8", "x-unknown-encoding", Array("as is".utf8), "as is"),
        ] as [(String, String, [UInt8], String)])
    func `text is decoded from its charset and encoding`(
        _ charset: String, _ encoding: String, _ body: [UInt8], _ text: String
    ) throws {
        let header = "Content-Type: text/plain; charset=\"\(charset)\"\nContent-Transfer-Encoding: \(encoding)\n\n"
        #expect(try parse(Array(header.utf8) + body + [0x0A]).text == text)
    }

    @Test func `plain text is taken before HTML that says the same, and HTML where there is no plain text`() throws {
        func alternative(_ plain: String) -> String {
            """
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/plain

            \(plain)
            --b
            Content-Type: text/html

            <p>from <b>HTML</b></p>
            --b--

            """
        }
        #expect(try parse(alternative("from plain")).text == "from plain")
        #expect(try parse(alternative("   ")).text == "from HTML")
        #expect(try parse(alternative("from plain")).attachments.isEmpty)
    }

    @Test(arguments: ["&shy;", "&#173;", "\u{AD}", "&zwnj;", "\u{200D}", "&NoBreak;"])
    func `signs that nobody sees make no other words of an alternative`(_ sign: String) throws {
        let text = try parse(
            """
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/plain; charset=utf-8

            Die Donaudampfschifffahrt beginnt
            --b
            Content-Type: text/html; charset=utf-8

            <p>Die Donau\(sign)dampf\(sign)schiff\(sign)fahrt <b>beginnt</b></p>
            --b--

            """
        ).text
        #expect(text == "Die Donaudampfschifffahrt beginnt")
    }

    @Test(arguments: ["delivery-status", "disposition-notification"])
    func `a report of what became of a message is found, and saved as a part`(kind: String) throws {
        let message = try parse(
            """
            Content-Type: multipart/report; boundary=b

            --b
            Content-Type: text/plain

            It came back.
            --b
            Content-Type: message/\(kind)

            Reporting-MTA: dns; mail.example.org

            Final-Recipient: rfc822; walrus@example.org
            --b
            Content-Type: text/rfc822-headers

            Subject: tides
            --b--

            """)
        #expect(message.text == "It came back.\n\nSubject: tides")
        #expect(message.indexedText.contains("rfc822; walrus@example.org"))
        #expect(message.attachments.map(\.mimeType) == ["message/\(kind)"])
    }

    @Test func `attachments have IMAP numbers, decoded names and sizes`() throws {
        let message = try parse(
            """
            Content-Type: multipart/mixed; boundary="outer"

            preamble
            --outer
            Content-Type: multipart/related; boundary=outer2

            --outer2
            Content-Type: text/html

            <img src="cid:i@x">shown
            --outer2
            Content-Type: image/png; name="=?utf-8?q?B=C3=BCld.png?="
            Content-ID: <i@x>
            Content-Transfer-Encoding: base64

            AAECAwQ=
            --outer2--
            --outer
            Content-Type: application/pdf
            Content-Disposition: attachment;
             filename*0*=utf-8''na%20me%20;
             filename*1*=%E2%82%AC.pdf

            12345

            --outer
            Content-Type: message/rfc822

            Subject: inner
            Content-Type: multipart/mixed; boundary=in

            --in

            inner text
            --in
            Content-Disposition: attachment; filename=plain.txt

            attached text
            --in--
            --outer
            Content-Type: application/pgp-signature

            sig
            --outer--
            epilogue
            """)
        #expect(message.contentType == "multipart/mixed")
        #expect(message.text == "shown\n\ninner text")
        #expect(
            message.attachments == [
                Attachment(
                    partNumber: "1.2", fileName: "Büld.png", mimeType: "image/png", size: 5, isInline: true,
                    contentID: "i@x"),
                Attachment(partNumber: "2", fileName: "na me €.pdf", mimeType: "application/pdf", size: 6),
                Attachment(partNumber: "3", mimeType: "message/rfc822", size: 154),
                Attachment(partNumber: "3.2", fileName: "plain.txt", mimeType: "text/plain", size: 13),
                Attachment(partNumber: "4", mimeType: "application/pgp-signature", size: 3),
            ])
        #expect(message.hasAttachments)
    }

    @Test(arguments: [
        ("", "inner text"), ("Content-Transfer-Encoding: base64\n", "inner text"),
    ])
    func `a reader sees where the text of an attached message begins and ends`(field: String, inner: String) throws {
        let within = """
            Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
            From: Ada <ada@example.org>
            Date: Wed, 29 May 2019 06:09:22 PM -0400

            \(inner)
            """
        let body = field.isEmpty ? within : Data(within.utf8).base64EncodedString(options: .lineLength76Characters)
        let message = """
            Content-Type: multipart/mixed; boundary=outer

            --outer

            mine
            --outer
            Content-Type: message/rfc822
            \(field)
            \(body)
            --outer

            footer
            --outer--
            """
        func text(_ attached: AttachedMessages) throws -> String {
            try MessageParser(readingAttached: attached).parse(.bytes(Array(message.utf8))).text
        }
        let line = "--- attached message: Grüße, from Ada <ada@example.org>, 2019-05-29 18:09 ---"
        #expect(try text(.leftOut) == "mine\n\nfooter")
        // What is encoded as a whole follows all other text.
        let isEncoded = !field.isEmpty
        #expect(
            try text(.marked)
                == (isEncoded
                    ? "mine\n\nfooter\n\n\(line)\n\ninner text"
                    : "mine\n\n\(line)\n\ninner text\n\n--- end of the attached message ---\n\nfooter"))
        let merged = try MessageParser().parse(.bytes(Array(message.utf8)))
        #expect(merged.text.contains("inner text") && !merged.text.contains("---"))
    }

    @Test func `messages attached to each other are marked one by one, without what they do not say`() throws {
        let message = """
            Content-Type: message/rfc822

            Content-Type: multipart/mixed; boundary=b
            From: a@x

            --b

            one
            --b
            Content-Type: message/rfc822

            Date: never

            two
            --b
            Content-Type: message/rfc822

            Subject: three

            three
            --b--
            """
        let marked = try MessageParser(readingAttached: .marked).parse(.bytes(Array(message.utf8))).text
        #expect(
            marked.split(separator: "\n\n").map(String.init) == [
                "--- attached message: (no subject), from a@x ---", "one", "--- attached message: (no subject) ---",
                "two", "--- end of the attached message ---", "--- attached message: three ---", "three",
            ])
        #expect(try MessageParser(readingAttached: .leftOut).parse(.bytes(Array(message.utf8))).text.isEmpty)
    }

    @Test func `a signature or an inline image alone is no attachment to a person`() throws {
        let message = try parse(
            """
            Content-Type: multipart/signed; boundary=b

            --b

            text
            --b
            Content-Type: application/pgp-signature; name=signature.asc

            sig
            --b--
            """)
        #expect(message.attachments.map(\.partNumber) == ["2"])
        #expect(!message.hasAttachments)
    }

    @Test(arguments: ["base64", "quoted-printable", "8bit", "x-uuencode"])
    func `a part is decoded chunk by chunk to the size that parsing gave`(_ encoding: String) throws {
        let content =
            switch encoding {
            case "base64": "AAECAwQFBgcI\nCQ==\n"
            case "quoted-printable": "a=3Db=\nc=00d\n"
            case "x-uuencode": "begin 644 x\n#0V%T\n`\nend\n"
            default: "one\ntwo\n"
            }
        let decoded: [UInt8] =
            switch encoding {
            case "base64": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
            case "quoted-printable": Array("a=bc\0d\n".utf8)
            case "x-uuencode": Array("Cat".utf8)
            default: Array("one\ntwo\n".utf8)
            }
        let source = MessageSource.bytes(
            Array("Content-Type: application/x\nContent-Transfer-Encoding: \(encoding)\n\n\(content)".utf8))
        let attachment = try #require(try MessageParser().parse(source).attachments.first)
        var bytes: [UInt8] = []
        try MessageParser().decodePart(number: attachment.partNumber, of: source) { bytes += $0 }
        #expect(attachment.partNumber == "1")
        #expect(bytes == decoded)
        #expect(attachment.size == Int64(decoded.count))
    }

    @Test func `an unknown part, a multipart and a failing sink are errors`() throws {
        struct Full: Error {}
        let source = MessageSource.bytes(Array("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n".utf8))
        #expect(throws: MIMEError.noSuchPart(number: "2")) {
            try MessageParser().decodePart(number: "2", of: source) { _ in }
        }
        #expect(throws: MIMEError.noSuchPart(number: "")) {
            try MessageParser().decodePart(number: "", of: source) { _ in }
        }
        #expect(throws: Full.self) { try MessageParser().decodePart(number: "1", of: source) { _ in throw Full() } }
        #expect(throws: MIMEError.unreadable(errno: EBADF)) {
            try MessageParser().parse(
                .file(SharedFile(File(KernelFiles.shared, owning: FileHandle(-1), path: "gone")), offset: 0, length: 10)
            )
        }
    }

    @Test(arguments: [
        (
            "<p>One<br>two</p><p>three &amp; four&nbsp;five &eacute;&#8364;&#x41;&#150;</p>",
            "One\ntwo\n\nthree & four five é€A–"
        ),
        ("<head><title>no</title><style>p{}</style></head><body>yes<script>if (a<b) x()</script>!</body>", "yes!"),
        ("<ul><li>a</li><li>b</li></ul><a href='x>y'>link</a>", "- a\n- b\n\nlink"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("a <!-- no > no --> b <!doctype x> c", "a b c"),
        ("1 < 2 & 3 > 2 &bogus; &#xFFFFFFFF; <", "1 < 2 & 3 > 2 &bogus; \u{FFFD} <"),
        ("<style>never closed", ""),
        ("<head>never closed <b>but read", "never closed but read"),
        ("<pre>a  \n b</pre>", "a  \n b"), ("<pre>a&#10;b&Tab;c</pre>", "a\nb\tc"),
        ("a&NewLine;b&emsp;&Tab;c", "a b c"),
        ("&Alpha;&theta;&eta;&nu;&alpha; &Delta; &Ccaron;ech Dvo&rcaron;&aacute;k R&ampD", "Αθηνα Δ Čech Dvořák R&D"),
        // Signs that nobody sees stay between letters, and pad nothing.
        ("<p>نمی&zwnj;خواهم Donau&#173;dampf</p>", "نمی\u{200C}خواهم Donau\u{AD}dampf"),
        ("&#8204;&nbsp;&zwnj;&nbsp;&#8203;<p>Hello&shy;<br>you &lrm;there&zwj;</p>", "Hello\nyou there"),
        ("<a title=\"never closed>text</a> more", "text more"),
    ])
    func `HTML becomes text`(_ html: String, _ text: String) throws {
        #expect(try parse("Content-Type: text/html\n\n\(html)\n").text == text)
    }

    @Test(arguments: [
        "text/", "/plain", "text", ";", "\"text/plain\"", "=?utf-8?q?text/plain?=", "/;;;===", "(c) /plain",
        "text/plain,x=y",
        "text/plain; charset=", "TEXT / PLAIN", "(c) text/plain (d)",
    ])
    func `a type that says nothing is plain text`(_ type: String) throws {
        let message = try parse("Content-Type: \(type)\n\nsecretword here\n")
        #expect(message.text == "secretword here" && message.attachments.isEmpty)
    }

    @Test(arguments: [
        " filename*1*=%E9.pdf;\n filename*0*=iso-8859-1''caf", " filename*0*=iso-8859-1''caf;\n filename*1*=%E9.pdf",
        " filename*2=\".pdf\"; filename*0*=utf-8''caf; filename*1*=%C3%A9", " filename*1=\"é.pdf\"; filename*0=caf",
    ])
    func `the pieces of a parameter may come in any order`(_ parameters: String) throws {
        let part = "Content-Type: application/pdf\nContent-Disposition: attachment;\n\(parameters)\n\nD\n"
        let message = try parse("Content-Type: multipart/mixed; boundary=x\n\n--x\n\(part)--x--\n")
        #expect(message.attachments.map(\.fileName) == ["café.pdf"])
    }

    @Test func `what a reader sees of attached messages and pictures is found`() throws {
        let inner = "From: Eva <eva@in.example>\nSubject: forwardedsubject\n\ninnertext\n"
        for encoding in ["7bit", "base64"] {
            let text = encoding == "7bit" ? inner : Data(inner.utf8).base64EncodedString() + "\n"
            let part = "Content-Type: message/rfc822\nContent-Transfer-Encoding: \(encoding)\n\n\(text)"
            let message = try parse("Content-Type: multipart/mixed; boundary=x\n\n--x\n\nouter\n--x\n\(part)--x--\n")
            for word in ["outer", "innertext", "forwardedsubject", "Eva <eva@in.example>"] {
                #expect(message.indexedText.contains(word), "\(word) in \(encoding)")
            }
            #expect(!message.text.contains("forwardedsubject"))
        }
        let html = try parse("Content-Type: text/html\n\n<p>Hello</p><img src=a alt=\"The best &amp; wines\">\n")
        #expect(html.text == "Hello" && html.indexedText.contains("The best & wines"))
    }

    @Test func `a snippet skips quotes and the signature, unless there is nothing else`() throws {
        #expect(try parse("\n> quoted\n\n  My   answer\nis this.\n-- \nAda\n").snippet == "My answer is this.")
        #expect(try parse("\n> only\n> quotes\n").snippet == "> only > quotes")
        #expect(try parse("\n" + String(repeating: "wörd ", count: 100)).snippet.unicodeScalars.count == 199)
        #expect(try parse("Subject: x\n\n").snippet.isEmpty)
    }

    @Test(arguments: [
        ("Straße", "strasse"), ("Résumé", "resume"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("ς", "σ"), ("ﬁn", "fin"),
        ("İstanbul", "istanbul"),
        ("Ⅷ", "viii"), ("ПРИВЕТ", "привет"), ("한국어", "한 국 어"), ("が", "が"), ("日本語", "日 本 語"), ("日本 abc", "日 本 abc"),
        ("東京2024年", "東 京 2024 年"),
        ("ﾗｰﾒﾝ。食う", "ラ ー メ ン 。 食 う"), ("葛\u{E0100}城", "葛\u{E0100} 城"), ("日\n本", "日\n本"), ("a\0b é", "a b e"),
        ("Plain ASCII", "plain ascii"),
        ("You're", "you\u{2BC}re"), ("you\u{2019}RE", "you\u{2BC}re"), ("Peter's l'avion", "peter's l'avion"),
        ("couldn't've 're 't I'd", "couldn\u{2BC}t\u{2BC}ve 're 't i\u{2BC}d"),
        ("é\u{2019}ll x'real", "e\u{2BC}ll x'real"),
        // Marks that writers leave out, and signs that nobody sees.
        ("مُحَمَّد", "محمد"), ("محـــمد", "محمد"), ("שָׁלוֹם", "שלום"), ("Donau\u{AD}dampf", "donaudampf"),
        ("نمی\u{200C}خواهم", "نمیخواهم"), ("wide\u{200B}space\u{2060}s", "wide spaces"), ("\u{FEFF}a\u{200E}", "a"),
        ("", ""), ("①", "1"), ("ｆｕｌｌ", "full"),
    ])
    func `the search fold brings together what reads the same`(_ text: String, _ folded: String) {
        #expect(SearchFold.fold(text) == folded)
        #expect(SearchFold.fold(folded) == folded)
    }
}
