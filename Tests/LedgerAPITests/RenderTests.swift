import Access
import CivilTime
import EventLog
import Foundation
import HTTPServing
import LedgerAPI
import MailLedger
import MailLedgerTesting
import Projections
import TestSupport
import Testing

extension ServedLedger {
    /// Takes a mail in, and returns the id of its message.
    func add(_ lines: String...) throws -> String {
        try add(Data(lines.joined(separator: "\r\n").utf8))
    }

    func add(_ bytes: Data) throws -> String {
        let before = try ids()
        let name = "\(UUID()).eml"
        try bytes.write(to: URL(filePath: folder.path(name)))
        _ = try Importer(
            into: ledger, account: "mara@example.org", options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run([folder.path(name)])
        return try #require(ids().subtracting(before).first)
    }

    private func ids() throws -> Set<String> {
        Set(try ledger.read { try $0.messages(matching: .all, limit: 1_000).map(\.id.description) })
    }
}

/// What `/ui/render` answers.
struct Rendered: Decodable {
    struct Link: Decodable, Equatable {
        let text: String
        let address: String
    }

    let url: String
    let kind: String
    let remote: Int
    let links: [Link]
    let cut: Bool
}

extension Browsing {
    func render(_ message: String, at moment: String? = nil) throws -> Rendered {
        let at = moment.map { #", "at": "\#($0)""# } ?? ""
        let answer = try ask("POST", "/ui/render", body: #"{"message": "\#(message)"\#(at)}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONDecoder().decode(Rendered.self, from: Data(answer.body))
    }

    /// What a frame gets that shows it: without a cookie.
    func frame(_ rendered: Rendered) throws -> RawHTTP.Answer {
        try ask("GET", rendered.url, ["Cookie": nil, "Sec-Fetch-Dest": "iframe"])
    }
}

@Suite struct `A mail in the page` {
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    private static let related = [
        "From: a@example.org", "Subject: s", "Message-ID: <1@example.org>", "MIME-Version: 1.0",
        "Content-Type: multipart/related; boundary=b", "", "--b", "Content-Type: text/html; charset=iso-8859-1",
        "Content-Transfer-Encoding: quoted-printable", "",
        "<p>Caf=E9 <img src=3D\"cid:logo@example.org\"><img src=3Dhttp://x.example/1></p>",
        "<a href=3D\"http://evil.example/\">https://bank.example</a>", "--b", "Content-Type: text/html; name=x.png",
        "Content-ID: <Logo@example.org>", "Content-Transfer-Encoding: base64", "", picture, "--b",
        "Content-Type: image/svg+xml", "Content-ID: <svg@example.org>", "", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "--b--", "",
    ]

    private func browsing(_ served: ServedLedger) throws -> Browsing {
        let browser = Browsing(served)
        #expect(try browser.login(#"{"code": "\#(served.server.makeLoginCode {})"}"#).status == 200)
        return browser
    }

    @Test func `comes by a ticket, with a policy of its own, in its charset, and with its pictures`() throws {
        let served = try ServedLedger()
        let id = try served.add(Data(Self.related.joined(separator: "\r\n").utf8))
        let browser = try browsing(served)
        let rendered = try browser.render(id)
        #expect(rendered.url.contains(#/^\/render\/[0-9a-f]{32}\/$/#) && rendered.kind == "html" && !rendered.cut)
        #expect(rendered.remote == 1)
        #expect(rendered.links == [Rendered.Link(text: "https://bank.example", address: "http://evil.example/")])
        let frame = try browser.frame(rendered)
        #expect(frame.status == 200 && frame.fields["content-type"] == "text/html; charset=utf-8")
        #expect(
            frame.fields["content-security-policy"]
                == "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox"
        )
        for (name, value) in [
            ("x-dns-prefetch-control", "off"), ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"), ("cache-control", "no-store"),
        ] {
            #expect(frame.fields[name] == value)
        }
        #expect(frame.text.contains("<p>Café <img src=\"\(rendered.url)cid/2\">"), "\(frame.text)")
        // A frame without rights is of no site.
        let foreign: [String: String?] = ["Cookie": nil, "Sec-Fetch-Site": "cross-site"]
        let part = try browser.ask("GET", rendered.url + "cid/2", foreign)
        #expect(part.status == 200 && part.fields["content-type"] == "image/png", "\(part.text)")
        #expect(part.body == Array(try #require(Data(base64Encoded: Self.picture))))
        #expect(part.fields["cross-origin-resource-policy"] == "cross-origin")
        #expect(part.fields["content-security-policy"]?.contains("sandbox") == true)
        // No page and no program under the name of a part.
        for number in ["1", "3", "4", "0", "x", "2/", "..%2f2"] {
            #expect(try browser.ask("GET", rendered.url + "cid/\(number)", foreign).status == 404, "\(number)")
        }
    }

    @Test func `is asked for by who may read it, and shown for five minutes of the session`() throws {
        let clock = TestClock(at: .now)
        let served = try ServedLedger {
            $0.environment.log = LogEnvironment(now: { clock.now }, randomBytes: $0.environment.log.randomBytes)
        }
        let id = try served.add("From: a@example.org", "Message-ID: <t@example.org>", "", "Text.", "")
        let browser = try browsing(served)
        let body = #"{"message": "\#(id)"}"#
        #expect(try browser.ask("POST", "/ui/render", ["Origin": "http://evil.example"], body: body).status == 403)
        #expect(try browser.ask("POST", "/ui/render", ["Cookie": nil], body: body).status == 401)
        #expect(try browser.ask("POST", "/ui/render", body: #"{"message": "ffffffff"}"#).status == 404)
        let token = try served.token("t", .read)
        // A program has no frames.
        #expect(try served.ask("POST", "/ui/render", token, body: body).status == 401)
        let reader = Browsing(served)
        _ = try reader.login(#"{"token": "\#(token)"}"#)
        let past = #"{"message": "\#(id)", "at": "tx:3"}"#
        #expect(try reader.ask("POST", "/ui/render", body: past).status == 403)
        let writer = Browsing(served)
        _ = try writer.login(#"{"token": "\#(try served.token("w", .write))"}"#)
        #expect(try writer.ask("POST", "/ui/render", body: body).status == 403)

        let (first, second, third) = (try browser.render(id), try browser.render(id), try reader.render(id))
        #expect(first.url != second.url)
        clock.advance(by: .seconds(299))
        #expect(try browser.frame(first).status == 200)
        _ = try served.ledger.perform(RevokeTokenRequest(name: "t"))
        #expect(try reader.frame(third).status == 404)
        clock.advance(by: .seconds(1))
        #expect(try browser.frame(first).status == 404)
        let fourth = try browser.render(id)
        #expect(try browser.frame(fourth).status == 200)
        _ = try browser.ask("POST", "/ui/logout", [:])
        #expect(try browser.frame(fourth).status == 404)
        for path in ["/render/", "/render/\(String(repeating: "0", count: 32))/", "/render/x/", fourth.url + "x"] {
            #expect(try browser.ask("GET", path).status == 404, "\(path)")
        }
    }

    @Test func `is gone with its erasure, also in the past, and with its deletion`() throws {
        let served = try ServedLedger()
        let one = try served.add("From: a@example.org", "Message-ID: <e1@example.org>", "", "One.", "")
        let two = try served.add("From: a@example.org", "Message-ID: <e2@example.org>", "", "Two.", "")
        let then = try served.ledger.store.head().position.rawValue
        let browser = try browsing(served)
        let (now, past, deleted) = (
            try browser.render(one), try browser.render(one, at: "\(then)"), try browser.render(two)
        )
        #expect(try browser.frame(now).text.contains("One."))
        #expect(try browser.frame(past).text.contains("One."))
        for command in [
            #"{"command": "erase", "parameters": {"kind": "query", "target": "mid:e1@example.org"}, "reason": "r"}"#,
            #"{"command": "delete-messages", "parameters": {"filter": "mid:e2@example.org"}, "reason": "r"}"#,
        ] {
            let answer = String(decoding: try served.ledger.respond(to: Array(command.utf8)).json, as: UTF8.self)
            #expect(!answer.contains(#""code""#), "\(answer)")
        }
        for rendered in [now, past, deleted] { #expect(try browser.frame(rendered).status == 404) }
        #expect(try browser.frame(browser.render(two, at: "\(then)")).text.contains("Two."))
        #expect(try browser.ask("POST", "/ui/render", body: #"{"message": "\#(one)"}"#).status == 404)
    }

    @Test func `is text where there is no HTML, as it was written`() throws {
        let served = try ServedLedger()
        let browser = try browsing(served)
        let id = try served.add(
            "From: a@example.org", "Message-ID: <p@example.org>", "Content-Type: text/plain; charset=utf-8", "",
            "1 < 2 && </pre><script>alert(1)</script>", "  see https://x.example/a?b=1&c=2, and (http://y.example).", ""
        )
        let rendered = try browser.render(id)
        #expect(rendered.kind == "text" && rendered.remote == 0)
        #expect(rendered.links.map(\.address) == ["https://x.example/a?b=1&c=2", "http://y.example"])
        let text = try browser.frame(rendered).text
        #expect(
            text.contains("1 &lt; 2 &amp;&amp; &lt;/pre>&lt;script>alert(1)&lt;/script>\n  see https://"), "\(text)")
    }

    @Test func `shows what turns the direction of a text by its number`() throws {
        let served = try ServedLedger()
        let browser = try browsing(served)
        let id = try served.add(
            "From: a@example.org", "Message-ID: <d@example.org>", "Content-Type: text/plain; charset=utf-8", "",
            "pay \u{202E}001\u{202C} to \u{2066}me\u{2069}, שלום é 👍", "")
        let text = try browser.frame(browser.render(id)).text
        #expect(text.contains("pay \\u{202E}001\\u{202C} to \\u{2066}me\\u{2069}, שלום é 👍"), "\(text)")
    }

    @Test func `says what cannot be shown, and that nothing is there`() throws {
        let served = try ServedLedger()
        let browser = try browsing(served)
        let mails = [
            (
                "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b",
                [
                    "--b", "Content-Type: application/pgp-encrypted", "", "Version: 1", "--b",
                    "Content-Type: application/octet-stream", "", "-----BEGIN PGP MESSAGE-----", "--b--",
                ], "encrypted (OpenPGP)"
            ),
            ("Content-Type: application/pkcs7-mime; smime-type=enveloped-data", ["AAAA"], "(S/MIME)"),
            ("Content-Type: text/plain", ["", "  "], "This message has no text."),
            ("Content-Type: application/pdf", ["%PDF"], "This message has no text."),
            ("Content-Type: multipart/mixed; boundary=b", ["--b--"], "This message has no text."),
            ("Content-Type: text/html", [""], "This message has no text."),
        ]
        for (number, (type, lines, words)) in mails.enumerated() {
            let head = ["From: a@example.org", "Message-ID: <w\(number)@example.org>", "MIME-Version: 1.0", type, ""]
            let id = try served.add(Data((head + lines + [""]).joined(separator: "\r\n").utf8))
            let text = try browser.frame(browser.render(id)).text
            #expect(text.contains(words), "\(type): \(text)")
        }
    }

    @Test func `is bounded, however large and deep it is`() throws {
        let served = try ServedLedger()
        let browser = try browsing(served)
        let head = "From: a@example.org\r\nMessage-ID: <h@example.org>\r\nContent-Type: text/html\r\n\r\n"
        let lines = String(
            repeating: "<div><a href='http://x.example/'><img src=http://x.example/1>\r\n", count: 90_000)
        let id = try served.add(Data((head + lines).utf8))
        let rendered = try browser.render(id)
        #expect(rendered.cut && rendered.links.count <= 200 && rendered.remote == 1)
        let frame = try browser.frame(rendered)
        #expect(frame.text.contains("you see its beginning") && frame.body.count < 5 << 20)
        let parts = (0..<200).map { "--b\r\nContent-Type: text/html\r\n\r\n<p>\($0)</p>\r\n" }.joined()
        let many = try served.add(
            Data(
                ("From: a@example.org\r\nMessage-ID: <m@example.org>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
                    + parts + "--b--\r\n").utf8))
        let text = try browser.frame(browser.render(many)).text
        #expect(text.contains("<p>0</p>") && text.contains("<p>49</p>") && !text.contains("<p>50</p>"))
    }
}
