import Foundation
import MIME
import TestSupport
import Testing

/// Plain text beside HTML that says the same, or more.
@Suite struct `Alternatives` {
    private func message(plain: String, html: String, more: String = "") throws -> ParsedMessage {
        try parse(
            """
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/plain; charset=utf-8

            \(plain)
            --b
            Content-Type: text/html; charset=utf-8

            \(html)
            --b--
            \(more)
            """)
    }

    private static let letter = (0..<60).map { "word\($0)" }

    @Test func `HTML is shown where the plain text is a stub`() throws {
        let html = "<p>\(Self.letter.joined(separator: " "))</p>"
        let message = try message(plain: "Your program does not support HTML.", html: html)
        #expect(message.text == Self.letter.joined(separator: " "))
        #expect(message.snippet.hasPrefix("word0 word1"))
        #expect(message.furtherText == "Your program does not support HTML.")
        #expect(!message.isLessThanHTML)
    }

    @Test func `plain text is shown where it says the same, in other lines`() throws {
        let plain = Self.letter.map { $0.uppercased() }.joined(separator: "\n")
        let message = try message(plain: plain, html: "<b>\(Self.letter.joined(separator: "</b> <i>"))")
        #expect(message.text == plain && message.furtherText == "" && !message.isLessThanHTML)
    }

    @Test func `plain text is shown where it says most, and that HTML says more`() throws {
        let plain = Self.letter.prefix(45).joined(separator: " ")
        let html = "<p>\(plain)</p><p>\(Self.letter.dropFirst(45).joined(separator: " "))</p>"
        let message = try message(plain: plain, html: html)
        #expect(message.text == plain && message.isLessThanHTML)
        #expect(message.furtherText == Self.letter.dropFirst(45).joined(separator: " "))
    }

    @Test func `a letter is not hidden by HTML that says something else in few words`() throws {
        let plain = Self.letter.joined(separator: " ")
        let message = try message(plain: plain, html: "<a href=x>View in the app</a>")
        #expect(message.text == plain && message.furtherText == "View in the app")
    }

    @Test func `Japanese is compared by its characters`() throws {
        let text = "本日は晴天なり。明日も晴れるでしょう。"
        let message = try message(plain: "本日は\n晴天なり。\n明日も晴れるでしょう。", html: "<p>\(text)</p>")
        #expect(message.text.hasPrefix("本日は\n") && message.furtherText == "")
    }

    @Test(arguments: 1...4)
    func `random words of both are found`(run: Int) throws {
        var random = SeededGenerator()
        for _ in 0..<50 {
            func words() -> [String] {
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    ["wal\(Int.random(in: 0...60, using: &random))", "größe", "日本", "A.b", "—", "x"].randomElement(
                        using: &random)!
                }
            }
            let (plain, html) = (words(), words())
            let message = try message(
                plain: plain.joined(separator: " "), html: html.map { "<p>\($0)</p>" }.joined(separator: "<br>"))
            let found = Set(message.indexedText.split(whereSeparator: \.isWhitespace).map(String.init))
            for word in plain + html where word != "—" {
                #expect(found.contains(word) || message.indexedText.contains(word), "\(word) of \(plain) and \(html)")
            }
        }
    }

    @Test(.enabled(if: RealMail.isThere, "no real mail at ../shared/mail or $MAILLEDGER_MAIL"))
    func `real mail loses no word of its HTML`() throws {
        var (words, missing) = (0, 0)
        for path in try RealMail.messageFiles() {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            guard bytes.count < 1 << 20,
                String(decoding: bytes.prefix(20_000), as: UTF8.self).contains("multipart/alternative"),
                let html = try MessageParser().html(of: .bytes(bytes))
            else { continue }
            // What a browser shows, by another reader of HTML: none but the words of the message itself.
            let alone = try parse("Content-Type: text/html; charset=utf-8\n\n\(html)").text
            let message = try parse(bytes)
            let found = Set(message.indexedText.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
            for word in Set(alone.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)) {
                words += 1
                if !found.contains(word) { missing += 1 }
            }
        }
        #expect(words > 1_000)
        #expect(missing * 200 <= words, "\(missing) of \(words) are missing")
    }
}

/// What of a message is shown in its text, and what is attached.
@Suite struct `Inline parts` {
    private func related(_ disposition: String, html: String, kind: String = "related", id: String? = "a@b") throws
        -> [MIME.Attachment]
    {
        try parse(
            """
            Content-Type: multipart/\(kind); boundary=b

            --b
            Content-Type: text/html

            \(html)
            --b
            Content-Type: application/pdf\(id.map { "\nContent-ID: <\($0)>" } ?? "")
            Content-Disposition: \(disposition); filename=x.pdf

            x
            --b--
            """
        ).attachments
    }

    @Test func `are what HTML refers to, and what is part of multipart/related`() throws {
        func isInline(_ attachments: [MIME.Attachment]) -> Bool { attachments.count == 1 && attachments[0].isInline }
        #expect(try !isInline(related("inline", html: "no", kind: "mixed")))
        #expect(try !isInline(related("inline", html: "no", kind: "mixed", id: nil)))
        #expect(try isInline(related("inline", html: "<img src=cid:a@b>", kind: "mixed")))
        #expect(try isInline(related("inline", html: "<img src='CID:A%40b'>", kind: "mixed")))
        #expect(try isInline(related("attachment", html: "<img src=\"cid:a@b\">", kind: "mixed")))
        #expect(try !isInline(related("inline", html: "cid:other@b", kind: "mixed")))
        #expect(try isInline(related("inline", html: "no")))
        #expect(try !isInline(related("attachment", html: "no")))
    }

    @Test func `of plain mail are attachments`() throws {
        let message = try parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n--b\nContent-Type: application/pdf\n"
                + "Content-Disposition: inline; filename=a.pdf\n\nx\n--b--\n")
        #expect(message.hasAttachments)
    }
}

/// Messages within messages that are encoded, and mail that is not in the clear.
@Suite struct `Opaque parts` {
    private static let inner = """
        Subject: inner
        Content-Type: multipart/mixed; boundary=i

        --i

        the walrus within
        --i
        Content-Type: application/pdf; name=inner.pdf

        PDF
        --i--
        """

    private func message(_ encoding: String, _ body: String) throws -> [UInt8] {
        Array(
            """
            Content-Type: multipart/mixed; boundary=b

            --b

            outer
            --b
            Content-Type: message/rfc822
            Content-Transfer-Encoding: \(encoding)

            \(body)
            --b--
            """.utf8)
    }

    @Test func `a message that is encoded as a whole is looked into`() throws {
        let digits = Data(Self.inner.utf8).base64EncodedString(options: .lineLength76Characters)
        let quoted = Self.inner.replacing("=", with: "=3D")
        for raw in [
            try message("base64", digits), try message("quoted-printable", quoted), try message("7bit", Self.inner),
        ] {
            let message = try parse(raw)
            #expect(message.text == "outer\n\nthe walrus within")
            #expect(message.attachments.map(\.partNumber) == ["2", "2.2"])
            #expect(message.attachments.last?.fileName == "inner.pdf")
            var saved: [UInt8] = []
            try MessageParser().decodePart(number: "2.2", of: .bytes(raw)) { saved += $0 }
            #expect(String(decoding: saved, as: UTF8.self) == "PDF")
            #expect(throws: MIMEError.noSuchPart(number: "2.9")) {
                try MessageParser().decodePart(number: "2.9", of: .bytes(raw)) { _ in }
            }
        }
    }

    @Test func `encoded messages within each other end somewhere`() throws {
        var raw = Array(Self.inner.utf8)
        for _ in 0..<20 {
            raw = try message("base64", Data(raw).base64EncodedString(options: .lineLength76Characters))
        }
        #expect(try parse(raw).limitsHit == [.depth])
    }

    @Test func `what is encrypted or signed is told`() throws {
        func protection(_ type: String, _ parts: String..., body: String = "x") throws -> Protection? {
            let inner = parts.map { "--b\nContent-Type: \($0)\n\n\(body)\n" }.joined()
            return try parse("Content-Type: \(type); boundary=b\n\n\(inner)--b--\n").protection
        }
        let pgp = try protection("multipart/encrypted", "application/pgp-encrypted", "application/octet-stream")
        #expect(pgp?.scheme == .openPGP && pgp?.isEncrypted == true && pgp?.opaqueSize == 1)
        let signed = try protection("multipart/signed", "text/plain", "application/pgp-signature")
        #expect(signed?.isSigned == true && signed?.isEncrypted == false && signed?.opaqueSize == nil)
        #expect(try protection("multipart/signed", "text/plain", "application/x-pkcs7-signature")?.scheme == .smime)
        for (type, isSigned) in [
            ("application/pkcs7-mime; smime-type=enveloped-data", false),
            ("application/x-pkcs7-mime; smime-type=Signed-Data", true), ("application/pkcs7-mime", false),
        ] {
            let found = try parse("Content-Type: \(type)\n\nMIIB").protection
            #expect(found?.scheme == .smime && found?.isSigned == isSigned && found?.isEncrypted == !isSigned)
            #expect(found?.opaqueSize == 4)
        }
        #expect(try parse("Content-Type: application/pkcs7-mime; smime-type=certs-only\n\nx").protection == nil)
        let cms: [UInt8] = [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let opaque =
            "Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n\(Data(cms).base64EncodedString())"
        #expect(try parse(opaque).protection?.isSigned == true)
        #expect(try parse("\nhi\n-----BEGIN PGP MESSAGE-----\n\nx\n").protection?.isEncrypted == true)
        #expect(try parse("\n-----BEGIN PGP SIGNED MESSAGE-----\n").protection?.isSigned == true)
        #expect(try parse("\n> -----BEGIN PGP MESSAGE-----\n").protection == nil)
        #expect(try parse("\nhi\n").protection == nil)
    }
}
