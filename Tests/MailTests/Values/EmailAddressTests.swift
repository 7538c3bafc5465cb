import Foundation
import Mail
import TestSupport
import Testing

@Suite struct EmailAddressTests {
    @Test(.requirement(205)) func `a name and an address are read apart`() throws {
        let address = try #require(EmailAddress(parsing: "John Doe <john@example.com>"))
        #expect(address.name == "John Doe")
        #expect(address.address == "john@example.com")
    }

    @Test(
        .requirement(208),
        arguments: [
            ("a@b", nil, "a@b"),
            ("<a@b>", nil, "a@b"),
            ("  a@b\t", nil, "a@b"),
            (#""" <a@b>"#, nil, "a@b"),
            (#""Doe, John" <j@example.com>"#, "Doe, John", "j@example.com"),
            (#""J \"The\" \\ Doe" <j@example.com>"#, #"J "The" \ Doe"#, "j@example.com"),
            ("John Q. Public <j@example.com>", "John Q. Public", "j@example.com"),
            ("j@example.com <j@example.com>", "j@example.com", "j@example.com"),
            ("John\r\n Doe <j@example.com>", "John Doe", "j@example.com"),
            (#"John "the (one)" Doe <j@example.com>"#, "John the (one) Doe", "j@example.com"),
            ("(c1) John (c2) Doe (c3) <(c4) j (c5) @ (c6) example.com (c7)> (c8)", "John Doe", "j@example.com"),
            ("j@example.com (John Doe)", "John Doe", "j@example.com"),
            (#"j@example.com (John \(nested (twice)\) Doe)"#, "John (nested (twice)) Doe", "j@example.com"),
            ("j(comment)@example.com", nil, "j@example.com"),
            (#""j"@example.com"#, nil, "j@example.com"),
            (#""j doe"@example.com"#, nil, #""j doe"@example.com"#),
            (#""a@b"@example.com"#, nil, #""a@b"@example.com"#),
            (#""a".b."c"@example.com"#, nil, "a.b.c@example.com"),
            (#"""@example.com"#, nil, #"""@example.com"#),
            ("j . doe @ example . com", nil, "j.doe@example.com"),
            ("j@[127.0.0.1]", nil, "j@[127.0.0.1]"),
            ("John <@relay.org,@other.org:j@example.com>", "John", "j@example.com"),
            ("Jörg <jörg@exämple.de>", "Jörg", "jörg@exämple.de"),
            ("=?UTF-8?Q?J=C3=B6rg?= <j@example.com>", "Jörg", "j@example.com"),
            ("=?utf-8?b?SsO2?= =?UTF-8?B?cmc=?= Doe <j@example.com>", "Jörg Doe", "j@example.com"),
            ("=?utf-8?b?SsM=?= =?UTF-8?B?tnJn?= <j@example.com>", "Jörg", "j@example.com"),
            ("=?iso-8859-1*de?Q?J=F6rg_M.?= <j@example.com>", "Jörg M.", "j@example.com"),
            ("\"=?us-ascii?q?A=2C_B?=\" <j@example.com>", "A, B", "j@example.com"),
            ("=?koi8-r?B?8A==?= <j@example.com>", "=?koi8-r?B?8A==?=", "j@example.com"),
            ("=?utf-8?B?****?= <j@example.com>", "=?utf-8?B?****?=", "j@example.com"),
        ] as [(String, String?, String)]) func `what stands for one mailbox is read`(
            text: String, name: String?, address: String
        ) throws
    {
        let parsed = try #require(EmailAddress(parsing: text))
        #expect(parsed.name == name)
        #expect(parsed.address == address)
    }

    @Test(
        .requirement(208),
        arguments: [
            "", " ", "john", "@", "a@", "@b", "a@b@c", "<>", "John <>", "John <a@b", "a@b>", "<a@b> x", "<a@b>, <c@d>",
            "a@b,",
            "a..b@c", ".a@b", "a.@b", "a@b.", "a@.b", "a b@c", "a@b c", "\"a@b", "(a@b", "a@[1", "a@[1]2", "a\u{0}@b",
            "a@b\u{7f}", "\"a\u{0}\"@b", "Friends: a@b;", "x <y <a@b>>", "\\a@b", "a)b@c", "(a@b)", "a@\"b\"",
            "<@r a@b>",
            "a@[1@2]",
        ]) func `what is no mailbox is nil`(text: String)
    {
        #expect(EmailAddress(parsing: text) == nil)
    }

    @Test(
        .requirement(206),
        arguments: [
            (nil, "a@b", "a@b"),
            ("", "a@b", "a@b"),
            ("John Doe", "j@example.com", "John Doe <j@example.com>"),
            ("Doe, John", "j@example.com", #""Doe, John" <j@example.com>"#),
            (#"a"b\c"#, "j@example.com", #""a\"b\\c" <j@example.com>"#),
            ("John Q. Public", "j@example.com", #""John Q. Public" <j@example.com>"#),
            ("two  spaces", "j@example.com", #""two  spaces" <j@example.com>"#),
            ("Jörg", "j@example.com", "=?UTF-8?Q?J=C3=B6rg?= <j@example.com>"),
            ("Жук", "j@example.com", "=?UTF-8?B?0JbRg9C6?= <j@example.com>"),
            ("=?UTF-8?Q?x?=", "j@example.com", "=?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?= <j@example.com>"),
            ("a\r\nBcc: b@c", "j@example.com", "=?UTF-8?Q?a=0D=0ABcc=3A_b=40c?= <j@example.com>"),
            ("John", "j@example.com>\r\nBcc: <x@y", "John <j@example.comBccx@y>"),
        ] as [(String?, String, String)]) func `a mailbox is written as RFC 5322 and 2047 ask`(
            name: String?, address: String, text: String
        )
    {
        #expect(EmailAddress(name: name, address: address).formatted == text)
    }

    @Test(arguments: [
        ("François Boulogne", "François Boulogne <f@example.org>"),
        ("Pesloüan, Nicolas", "\"Pesloüan, Nicolas\" <f@example.org>"),
        ("Ada Lovelace", "Ada Lovelace <f@example.org>"), ("Lovelace, Ada", "\"Lovelace, Ada\" <f@example.org>"),
        ("a\"ü\\", "\"a\\\"ü\\\\\" <f@example.org>"),
    ])
    func `is read by people with its name as it is, and by programs, too`(name: String, text: String) {
        let address = EmailAddress(name: name, address: "f@example.org")
        #expect(address.readable == text)
        #expect(EmailAddress(parsing: text) == address)
    }

    @Test func `is encoded for people, too, where it would not be read again`() {
        for name in ["=?utf-8?q?x?=", "two\nlines ü"] {
            let address = EmailAddress(name: name, address: "f@example.org")
            #expect(address.readable == address.formatted)
        }
        #expect(EmailAddress(name: nil, address: "f@example.org").readable == "f@example.org")
    }

    @Test(.requirement(206)) func `no encoded word is longer than 75 characters, and none cuts a character in two`()
        throws
    {
        for name in [String(repeating: "ж😀", count: 90), "é" + String(repeating: "a b", count: 90)] {
            let text = EmailAddress(name: name, address: "a@b").formatted
            let words = text.split(separator: " ").dropLast()
            #expect(words.count > 3)
            for word in words {
                #expect(word.utf8.count <= 75)
                let alone = try #require(EmailAddress(parsing: word + " <a@b>")?.name)
                #expect(!alone.unicodeScalars.contains("\u{fffd}"))
            }
            #expect(EmailAddress(parsing: text)?.name == name)
        }
    }

    @Test(.requirement(207)) func `a written mailbox is read as the same name and address`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "Z", " ", "  ", ".", ",", ";", ":", "\"", "\\", "(", ")", "<", ">", "@", "[", "]", "=?", "?=", "_",
            "é",
            "e\u{301}", "ж", "😀", "\u{200d}", "\t", "\r\n", "\u{0}", "\u{7f}", "=?utf-8?q?x?=", "'", "`", "\u{301}",
        ]
        let locals = ["a", "a.b", "\"a b\"", "\"\"", "\"a\\\"b\"", "\"a\\\\\"", "\"a@b\"", "jörg", "\".\"", "\"a(b)\""]
        let domains = ["b", "Example.COM", "[127.0.0.1]", "[IPv6:::1]", "bücher.example", "\u{301}x"]
        for _ in 0..<4_000 {
            let name = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let address =
                (locals.randomElement(using: &generator) ?? "") + "@" + (domains.randomElement(using: &generator) ?? "")
            let original = EmailAddress(name: name, address: address)
            let read = try #require(EmailAddress(parsing: original.formatted), "seed \(seed): \(original.formatted)")
            #expect(read.name.map { Array($0.utf8) } == original.name.map { Array($0.utf8) }, "seed \(seed)")
            #expect(Array(read.address.utf8) == Array(original.address.utf8), "seed \(seed)")
        }
    }

    @Test(.requirement(208)) func `no text makes the parser fail, and what it reads it writes and reads again`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ab@@..<>,;:\"\\()[] \t\r\n=?_\u{0}\u{e9}".unicodeScalars) + ["\u{301}", "\u{1f600}"]
        var readable = 0
        var failures: [String] = []
        for _ in 0..<100_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...16, using: &generator) {
                text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
            }
            for address in AddressList(parsing: String(text)).addresses {
                readable += 1
                let again = EmailAddress(parsing: address.formatted)
                // An expectation each would cost more than the parser.
                if again?.address != address.address || again?.name != address.name { failures.append(String(text)) }
            }
        }
        #expect(failures.isEmpty, "seed \(seed)")
        #expect(readable > 100, "seed \(seed): the inputs must reach the parser's depths")
    }

    @Test(arguments: [
        "(", ")", "\"", "\\", "<", "@", ",", ";", ":", "a:", "a,", "=?", "=?utf-8?q?", "=?utf-8?q?a?= ", "[", ".", "a.",
        "\"a",
        "(a", "\"\"", "()", "<a@b>", "a@b,", " ", "\r\n", "<@a,", "a <", "=?utf-8?b?SsO?= ",
    ]) func `hostile repetition takes linear time`(piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        let seconds = ThreadClock.seconds {
            _ = AddressList(parsing: text)
            _ = EmailAddress(parsing: text + " <a@b>")?.formatted
        }
        // Debug builds take about a second for the slowest; quadratic time would take many minutes.
        #expect(seconds < 30)
    }

    @Test(.requirement(209)) func `the address alone decides equality, its domain in any case`() {
        let ada = EmailAddress(name: "Ada", address: "ada@Example.org")
        #expect(ada == EmailAddress(name: "A. L.", address: "ada@example.ORG"))
        #expect(ada != EmailAddress(address: "Ada@example.org"))
        #expect(ada != EmailAddress(address: "ada@example.com"))
        #expect(Set([ada, EmailAddress(address: "ada@EXAMPLE.org")]).count == 1)
    }

    @Test(.requirement(209)) func `the JSON form has a name only where there is one`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let addresses = [EmailAddress(name: "Ada", address: "a@b"), EmailAddress(address: "c@d")]
        let json = try encoder.encode(addresses)
        #expect(String(decoding: json, as: UTF8.self) == #"[{"address":"a@b","name":"Ada"},{"address":"c@d"}]"#)
        let decoded = try JSONDecoder().decode([EmailAddress].self, from: json)
        #expect(decoded == addresses)
        #expect(decoded.map(\.name) == ["Ada", nil])
    }

    @Test func `local part and domain are parted at the last at sign`() {
        let address = EmailAddress(address: "\"a@b\"@c.org")
        #expect(address.localPart == "\"a@b\"")
        #expect(address.domain == "c.org")
        #expect(EmailAddress(address: "undisclosed").domain == nil)
        #expect(EmailAddress(address: "a@\u{301}b").localPart == "a")
    }
}
