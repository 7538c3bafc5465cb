import Foundation
import JMAP
import JSONCoding
import MailLedger
import TestSupport
import Testing

/// RFC 8621 sections 4.1.4 and 4.2.
@Suite struct `Values of bodies that are cut` {
    private func message(_ type: String, _ encoding: String, _ body: [UInt8]) -> [UInt8] {
        Array("From: a@example.org\r\nContent-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n".utf8)
            + body
    }

    private func value(_ bytes: [UInt8], limit: Int, _ asked: AskedLedger) throws -> JSONValue {
        let blob = try asked.upload(bytes, by: "mara")
        let done = try asked.call(
            "Email/parse",
            #"{"accountId": "$A", "blobIds": ["\#(blob)"], "fetchAllBodyValues": true, "maxBodyValueBytes": \#(limit)}"#
        )
        return done["parsed"][blob]["bodyValues"]["1"]
    }

    private func encoded(_ bytes: [UInt8], _ encoding: String) -> [UInt8] {
        switch encoding {
        case "base64": Array(Data(bytes).base64EncodedString().utf8)
        case "quoted-printable":
            bytes.flatMap { Array("=\($0 < 16 ? "0" : "")\(String($0, radix: 16, uppercase: true))".utf8) }
        default: bytes
        }
    }

    @Test(arguments: ["8bit", "quoted-printable", "base64"])
    func `have no problem where the cut alone is within a character`(encoding: String) throws {
        let asked = try AskedLedger([])
        let charsets: [(name: String, bytes: (String) -> [UInt8])] = [
            ("utf-8", { Array($0.utf8) }),
            ("utf-16be", { $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }),
            ("utf-16le", { $0.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }),
        ]
        for (charset, bytes) in charsets where charset == "utf-8" || encoding != "8bit" {
            for text in [
                "a" + String(repeating: "é", count: 50), String(repeating: "€", count: 50),
                "ab" + String(repeating: "🌊", count: 40),
            ] {
                for limit in 1...40 {
                    let mail = message("text/plain; charset=\(charset)", encoding, encoded(bytes(text), encoding))
                    let value = try self.value(mail, limit: limit, asked)
                    let cut = try #require(value["value"].text)
                    #expect(
                        value["isEncodingProblem"] == false && value["isTruncated"] == true && cut.utf8.count <= limit
                            && cut.utf8.count > limit - 4 && text.hasPrefix(cut), "\(charset) \(limit) \(value)")
                }
            }
        }
    }

    @Test func `have a problem where bytes are malformed, cut or not`() throws {
        let asked = try AskedLedger([])
        let text = Array("a".utf8) + [0xFF] + Array(String(repeating: "é", count: 400).utf8)
        for limit in [0, 4, 20, 41, 42, 43] {
            let mail = message("text/plain; charset=utf-8", "8bit", text)
            #expect(try value(mail, limit: limit, asked)["isEncodingProblem"] == true, "\(limit)")
        }
        // A character that the message itself does not complete.
        let half = message("text/plain; charset=utf-8", "8bit", Array("abc".utf8) + [0xC3])
        #expect(try value(half, limit: 0, asked)["isEncodingProblem"] == true)
        for charset in ["no-such-charset", "us-ascii"] {
            let guessed = message(
                "text/plain; charset=\(charset)", "8bit", Array(String(repeating: "é", count: 99).utf8))
            for limit in 1...9 { #expect(try value(guessed, limit: limit, asked)["isEncodingProblem"] == true) }
        }
    }

    @Test(arguments: [
        ("<p>hello</p><a href=\"https://example.org/\">x</a>", 20, "<p>hello</p>"),
        ("<p>hello</p><a href=\"a>b\">x</a> more", 25, "<p>hello</p>"),
        ("<p>hello</p><a href=\"a>b\">x</a> more", 26, "<p>hello</p><a href=\"a>b\">"),
        ("<p>hello</p><a", 13, "<p>hello</p>"), ("a < b and more", 5, "a < b"),
        ("it's <b>bold</b> here", 10, "it's <b>bo"),
        ("<b title=it's>bold</b>", 16, "<b title=it's>bo"), ("<!-- a <b --> text", 10, "<!-- a <b "),
        ("<!-- a <b --> text", 16, "<!-- a <b --> te"), ("<script>if (a<b) x</script>z", 18, "<script>if (a<b) x"),
        ("<script>if (a<b) x</script>z", 24, "<script>if (a<b) x"),
        ("<STYLE>a</Style >b<i>c", 19, "<STYLE>a</Style >b"),
        ("<html lang=\"de\">", 15, ""), ("x</p>", 4, "x"), ("x<!DOCTYPE html>", 9, "x"), ("x<3 y", 4, "x<3 "),
    ])
    func `end before the tag in which the cut is`(html: String, limit: Int, value: String) throws {
        let asked = try AskedLedger([])
        let found = try self.value(message("text/html; charset=utf-8", "8bit", Array(html.utf8)), limit: limit, asked)
        #expect(found["value"].text == value && found["isTruncated"] == true, "\(found)")
        let plain = try self.value(message("text/plain", "8bit", Array(html.utf8)), limit: limit, asked)
        #expect(plain["value"].text == String(html.prefix(limit)))
        let whole = try self.value(message("text/html", "8bit", Array(html.utf8)), limit: 1_000, asked)
        #expect(whole["value"].text == html && whole["isTruncated"] == false)
    }
}
