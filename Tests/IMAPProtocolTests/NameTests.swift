import IMAPProtocol
import TestSupport
import Testing

@Suite struct NameTests {
    @Test("Names are encoded and decoded as RFC 3501 shows")
    func examples() {
        let cases: [(String, String)] = [
            ("INBOX", "INBOX"), ("", ""), ("&", "&-"), ("Tom & Jerry", "Tom &- Jerry"),
            ("~peter/mail/\u{53F0}\u{5317}/\u{65E5}\u{672C}\u{8A9E}", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"),
            ("Entw\u{FC}rfe", "Entw&APw-rfe"), ("\u{1F600}", "&2D3eAA-"), ("\u{E9}&", "&AOk-&-"),
            ("Hi Mom -\u{263A}-!", "Hi Mom -&Jjo--!"),
        ]
        for (name, encoded) in cases {
            #expect(ModifiedUTF7.encode(name) == encoded, "\(name)")
            #expect(ModifiedUTF7.decode(encoded.utf8) == name, "\(encoded)")
        }
    }

    @Test("What is not in the one form for its text is refused")
    func refused() {
        for encoded in [
            "&", "a&b", "&AOk", "&Jjo!", "&U,BTFw-&ZeVnLIqe-", "&AGE-", "&ACY-", "&AOl-", "&AOkA-", "&AOkAAB-", "&2D0-",
            "&3gA-", "&3gDYPQ-", "&A-", "&AOk=-", "&AO/p-", "\u{E9}", "\t", "\u{7F}", "&&-",
        ] {
            #expect(ModifiedUTF7.decode(encoded.utf8) == nil, "\(encoded)")
        }
        #expect(ModifiedUTF7.decode([0xFF]) == nil)
    }

    @Test("Every name comes back from its encoding")
    func roundTrip() {
        var random = SeededGenerator(for: "NameTests of IMAP")
        let seed = random.seed
        let alphabet: [Unicode.Scalar] = [
            "&", "-", "a", "/", " ", "~", "\u{E9}", "\u{301}", "\u{FFFF}", "\u{10FFFF}", "\u{1F600}",
        ]
        for _ in 0..<2_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                scalars.append(alphabet.randomElement(using: &random) ?? "&")
            }
            let name = String(scalars)
            let encoded = ModifiedUTF7.encode(name)
            #expect(encoded.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            #expect(ModifiedUTF7.decode(encoded.utf8).map { Array($0.utf8) } == Array(name.utf8), "seed \(seed)")
        }
    }

    @Test("Patterns match as RFC 9051 says, and INBOX in any case")
    func patterns() {
        let cases: [(String, String, Bool)] = [
            ("*", "", true), ("*", "a/b", true), ("%", "a", true), ("%", "a/b", false), ("%/%", "a/b", true),
            ("%/%", "a/b/c", false), ("*/%", "a/b/c", true), ("a%c", "abbc", true), ("a%c", "ab/c", false),
            ("a*c", "ab/c", true), ("", "", true), ("", "a", false), ("%", "", true), ("a", "A", false),
            ("inbox", "INBOX", true), ("InBox/%", "INBOX/a", true), ("in%", "INBOX", true),
            ("INBOX/A", "inbox/a", false),
            ("inboxes", "INBOXES", false), ("%*", "a/b", true), ("*%", "a/b", true), ("%%%", "abc", true),
            ("%b%", "abc", true), ("%b%/c", "abba/c", true), ("%a%b/%a%", "xaab/a", true), ("*a%", "a/ba", true),
            ("*a%", "a/b/", false), ("a/", "a", false), ("\u{E9}%", "\u{E9}t\u{E9}", true),
        ]
        for (pattern, name, expected) in cases {
            #expect(MailboxPattern(pattern).matches(name) == expected, "\(pattern) \(name)")
        }
        #expect(MailboxPattern("%", reference: "a/").matches("a/b"))
    }

    @Test("A pattern of a thousand wildcards costs no more than its name")
    func hostilePattern() {
        let name = String(repeating: "a", count: 200)
        #expect(MailboxPattern(String(repeating: "*%", count: 30_000)).matches(name))
        #expect(!MailboxPattern(String(repeating: "*a%", count: 190) + "b").matches(name))
        #expect(!MailboxPattern(String(repeating: "a*", count: 30_000)).matches(name))
    }
}
