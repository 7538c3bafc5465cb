import Foundation
import MIME
import TestSupport
import Testing

/// No address that a field has is lost, whatever the grammar says of it.
@Suite struct `Address fields that break the grammar` {
    private static func lone(_ name: String?, _ address: String) -> [Address] {
        [.mailbox(Mailbox(name: name, address: address))]
    }

    private static let fields: [(String, [Address])] = [
        ("foo..bar@docomo.example", lone(nil, "foo..bar@docomo.example")),
        ("Taro <foo..bar@docomo.example>", lone("Taro", "foo..bar@docomo.example")),
        ("\"Yamada, Taro\" <foo.@docomo.example>", lone("Yamada, Taro", "foo.@docomo.example")),
        ("=?utf-8?q?J=C3=B6rg?= <.j@h>", lone("Jörg", ".j@h")),
        ("x.@h", lone(nil, "x.@h")),
        (".x@h", lone(nil, ".x@h")),
        ("develop!nextmime@ebony@sblab.example", lone(nil, "develop!nextmime@ebony@sblab.example")),
        ("Ada <a@b@c>, d@e", lone("Ada", "a@b@c") + lone(nil, "d@e")),
        ("\"a@b\" <c@d>", lone("a@b", "c@d")),
        ("\"Ada <a..b@x.org>", lone("Ada", "a..b@x.org")),
        ("Ada <a..b@x.org", lone("Ada", "a..b@x.org")),
        ("Ada a..b@x.org", lone("Ada", "a..b@x.org")),
        ("Ada Lovelace", lone("Ada Lovelace", "")),
        ("Ada <>", lone("Ada", "")),
        (
            "a@x.org, b..c@y.org, D <d.@z.org>",
            ["a@x.org", "b..c@y.org"].flatMap { lone(nil, $0) } + lone("D", "d.@z.org")
        ),
        (
            "The club: a..b@x.org, c@y.org;",
            [.group(name: "The club", members: [])] + lone(nil, "a..b@x.org") + lone(nil, "c@y.org")
        ),
    ]

    @Test func `keep a member of a group whose name looks like an encoded word`() throws {
        for name in ["=?utf-8?q?=3D=3F_x?=", "\"=? x\"", "=?utf-8?q?=3D=3F?="] {
            let to = try parse("To: g: \(name) <q@r.s>, a@b.c;\n\n").to
            guard case .group("g", let members)? = to.first, to.count == 1 else {
                Issue.record("\(name): \(to)")
                continue
            }
            #expect(members.map(\.address) == ["q@r.s", "a@b.c"] && members[0].name?.hasPrefix("=?") == true)
        }
    }

    @Test(arguments: fields)
    func `give what they say`(_ field: String, _ expected: [Address]) throws {
        let message = try parse("From: \(field)\nTo: \(field)\n\n")
        #expect(message.from == expected)
        #expect(message.to == expected)
    }

    @Test func `of several fields of a name each counts`() throws {
        let message = try parse("To: a@x.org\nCc: \"open\nTo: B <b@x.org>\nSubject: s\nTO:\n c@x.org\nCc: d@x.org\n\n")
        #expect(message.to.flatMap(\.mailboxes).map(\.address) == ["a@x.org", "b@x.org", "c@x.org"])
        #expect(message.cc.flatMap(\.mailboxes).map(\.address).contains("d@x.org"))
        var limits = ParseLimits.standard
        limits.addresses = 2
        let cut = try parse("To: a@x.org\nTo: b@x.org\nTo: c@x.org\n\n", limits: limits)
        #expect(cut.to.count == 2 && cut.limitsHit == [.addresses])
    }

    @Test(arguments: 1...5)
    func `lose nothing of random dotted, grouped and repeated ones`(run: Int) throws {
        var random = SeededGenerator()
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        var count = 0
        for _ in 0..<200 {
            var addresses: [String] = []
            func address() -> String {
                count += 1
                let local = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    pick(["a", "..", ".", "-", "_", "1", "+x", "ü", "b.c", "Z"])
                }.joined()
                addresses.append(
                    "\(local)\(count)\(pick(["", ".", ".."]))@\(pick(["h", "x.org", "日本.example", "x..org"]))")
                return addresses[addresses.count - 1]
            }
            func entry() -> String {
                let name = pick([
                    "Ada", "\"L, Ada\"", "Ada (x, y)", "=?utf-8?q?J=C3=B6rg?=", "\"a\\\"b\"", "A. B", "Jörg", "",
                ])
                return switch Int.random(in: 0..<3, using: &random) {
                case 0: address()
                case 1: "\(name) <\(address())>"
                default: "\(address()) (\(pick(["x", "a, b", "(c)"])))"
                }
            }
            func list() -> String {
                (0..<Int.random(in: 1...4, using: &random)).map { _ in entry() }.joined(
                    separator: pick([",", ", ", ",\n ", ",,"]))
            }
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let value =
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: list()
                    case 1: "Club: \(list());"
                    default: "\(list()), Club:\(list());"
                    }
                lines.append("\(pick(["To", "to", "TO"])): \(value)")
            }
            let text = lines.joined(separator: "\n")
            let found = try parse(text + "\n\n").to.flatMap(\.mailboxes).map(\.address)
            #expect(Set(addresses).isSubset(of: found), "\(text)")
        }
    }

    @Test(arguments: [
        String(repeating: ":", count: 100_000), "x@y" + String(repeating: ":", count: 100_000),
        "x..@y," + String(repeating: "\"", count: 99_999), "x..@y" + String(repeating: "(", count: 100_000),
        "x..@y," + String(repeating: "<", count: 100_000), "a..@b" + String(repeating: "<a>,", count: 25_000),
        "a..@b:" + String(repeating: "g:;", count: 33_000), String(repeating: "a..b@c,", count: 14_000),
    ])
    func `take no square of time`(_ field: String) throws {
        // A square takes minutes.
        #expect(try ThreadClock.seconds { _ = try parse("To: \(field)\n\n") } < 20)
    }

    @Test(.enabled(if: RealMail.isThere, "no real mail at ../shared/mail or $MAILLEDGER_MAIL"))
    func `lose none that Python finds in real mail`() throws {
        let script = #"""
            import sys, json, email, email.utils
            for line in sys.stdin:
                with open(line.rstrip("\n"), "rb") as file:
                    message = email.message_from_binary_file(file)
                found = {}
                for name in ("from", "sender", "reply-to", "to", "cc", "bcc"):
                    values = [str(value).replace("\r", "").replace("\n", "") for value in message.get_all(name, [])]
                    found[name] = [pair[1] for pair in email.utils.getaddresses(values) if "@" in pair[1].strip("@")]
                print(json.dumps({"path": line.rstrip("\n"), "found": found}))
            """#
        struct Answer: Decodable {
            var path: String
            var found: [String: [String]]
        }
        guard let answers: [Answer] = try PythonOracle.lines(of: script, for: RealMail.messageFiles()) else {
            print("no Python 3.11: the comparison is skipped")
            return
        }
        var compared = 0
        for answer in answers {
            let message = try parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: answer.path))))
            for (name, list) in [
                ("from", message.from), ("sender", message.sender), ("reply-to", message.replyTo), ("to", message.to),
                ("cc", message.cc), ("bcc", message.bcc),
            ] {
                let ours = Set(list.flatMap(\.mailboxes).map { $0.address.filter { $0 != " " } })
                for address in answer.found[name] ?? [] where address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
                    compared += 1
                    #expect(ours.contains(address), "\(name) of \(answer.path.dropFirst(RealMail.folder.path.count))")
                }
            }
        }
        #expect(compared > 10_000)
    }
}

/// Raw bytes above 127 in the header.
@Suite struct `Header text without a charset` {
    private static let koi8: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]  // "Привет" in KOI8-R

    private func message(_ type: String, _ text: [UInt8]) throws -> ParsedMessage {
        let raw: [UInt8] =
            Array("Subject: ".utf8) + text + Array("\nFrom: ".utf8) + text
            + Array(" <a@x.org>\nTo: Club ".utf8) + text + Array(": b@x.org;\n".utf8)
            + Array("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: \(type)\n\nx\n--b\n".utf8)
            + Array("Content-Type: application/pdf; name=\"".utf8) + text + Array("\"\n\nx\n--b--\n".utf8)
        return try parse(raw)
    }

    private func expect(_ message: ParsedMessage, says text: String) {
        #expect(message.subject == text)
        #expect(message.from.first?.mailboxes.first?.name == text)
        #expect(message.to.first == .group(name: "Club " + text, members: [Mailbox(address: "b@x.org")]))
        #expect(message.attachments.first?.fileName == text)
    }

    @Test func `is in the charset of the first text part, everywhere alike`() throws {
        expect(try message("text/plain; charset=koi8-r", Self.koi8), says: "Привет")
        expect(try message("text/html; charset=KOI8-R", Self.koi8), says: "Привет")
        expect(try message("text/plain; charset=koi8-r", Array("Grüße".utf8)), says: "Grüße")
        for type in [
            "text/plain", "text/plain; charset=utf-8", "text/plain; charset=us-ascii", "text/plain; charset=no-such",
        ] {
            expect(try message(type, [0x47, 0x72, 0xFC, 0xDF, 0x65]), says: "Grüße")
        }
    }

    @Test func `is ISO-2022 with its escapes where the text is`() throws {
        let bytes: [UInt8] = [0x1B] + Array("$B$3$s$K$A$O".utf8) + [0x1B] + Array("(B".utf8)
        #expect(try message("text/plain; charset=iso-2022-jp", bytes).subject == "こんにちは")
    }

    @Test func `may stand beside encoded words`() throws {
        let raw =
            Array("Subject: =?utf-8?q?=C3=A4?= ".utf8) + Self.koi8
            + Array("\nContent-Type: text/plain; charset=koi8-r\n\n".utf8)
        #expect(try parse(raw).subject == "ä Привет")
    }
}
