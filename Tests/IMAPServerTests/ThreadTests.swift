import IMAPServer
import TestSupport
import Testing

@Suite("Threads and sorting by IMAP")
struct ThreadTests {
    @Test("a base subject has no signs of replies, forwards and lists") func baseSubjects() {
        let cases = [
            ("Re: hello", "hello", true), ("RE : Fwd: [list] Re: hello (fwd)", "hello", true),
            ("hello", "hello", false),
            ("[list] hello", "hello", false), ("[list]", "[list]", false), ("[fwd: Re: hello]", "hello", true),
            ("Re[2]: hello", "hello", true), ("  a \t b  ", "a b", false), ("Re:", "", true), ("", "", false),
            ("regards", "regards", false), ("[a][b] x", "x", false), ("[a] Re: [b]", "[b]", true),
        ]
        for (subject, text, isReply) in cases {
            let found = BaseSubject.of(subject)
            #expect(found.text == text, "\(subject)")
            #expect(found.isReplyOrForward == isReply, "\(subject)")
        }
        for hostile in ["Re: ", "[x]", "(fwd)", "[fwd: ", "[", "Re[1"] {
            _ = BaseSubject.of(String(repeating: hostile, count: 100_000))
        }
    }

    private func message(
        _ number: UInt32, _ subject: String = "", id: String? = nil, _ references: String...
    ) -> ThreadedMessage {
        ThreadedMessage(
            number: number, date: Int64(number), subject: subject, messageID: id ?? "m\(number)",
            references: references)
    }

    private func text(_ forest: ThreadForest) -> String { String(decoding: forest.text, as: UTF8.self) }

    @Test("threads follow what messages refer to") func references() {
        let messages = [
            message(1), message(2, id: "m2", "m1"), message(3, id: "m3", "m1", "m2"), message(4, id: "m4", "m1"),
            message(5, id: "m5", "gone"), message(6, id: "m6", "gone"), message(7, id: "m7", "lost"),
        ]
        #expect(text(ReferencesThreading.threads(of: messages)) == "(1 (2 3)(4))((5)(6))(7)")
    }

    @Test("threads of one subject are joined, but by REFS") func subjects() {
        let messages = [message(1, "plan"), message(2, "Re: plan"), message(3, "other"), message(4, "plan")]
        #expect(text(ReferencesThreading.threads(of: messages)) == "((1 2)(4))(3)")
        #expect(text(ReferencesThreading.threads(of: messages, joinsSubjects: false)) == "(1)(2)(3)(4)")
        #expect(text(OrderedSubjectThreading.threads(of: messages)) == "(1 (2)(4))(3)")
    }

    @Test("loops and doubles lose no message, however deep") func hostile() {
        let loop = [
            message(1, id: "a", "b"), message(2, id: "b", "a"), message(3, id: "a", "b"), message(4, id: "c", "c"),
        ]
        #expect(numbers(ReferencesThreading.threads(of: loop)) == [1, 2, 3, 4])
        let chain = (1...20_000).map { message(UInt32($0), id: "m\($0)", "m\($0 - 1)") }
        #expect(numbers(ReferencesThreading.threads(of: chain)).count == 20_000)
        var random = SeededGenerator(for: "threads of IMAP")
        for _ in 0..<200 {
            let messages = (1...30).map { number in
                ThreadedMessage(
                    number: UInt32(number), date: Int64.random(in: 0...5, using: &random),
                    subject: ["x", "Re: x", "y", ""].randomElement(using: &random) ?? "",
                    messageID: Bool.random(using: &random) ? "i\(Int.random(in: 0...12, using: &random))" : nil,
                    references: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        "i\(Int.random(in: 0...15, using: &random))"
                    })
            }
            let found = numbers(ReferencesThreading.threads(of: messages))
            #expect(found == Array(1...30), "seed \(random.seed)")
        }
    }

    private func numbers(_ forest: ThreadForest) -> [UInt32] {
        String(decoding: forest.text, as: UTF8.self).split { !$0.isNumber }.compactMap { UInt32($0) }.sorted()
    }

    @Test("messages are in the order of keys, then of their numbers") func order() throws {
        let mail = try MailedLedger()
        for (number, from) in [(1, "zoe@b.org"), (2, "adam@c.org"), (3, "zoe@a.org")] {
            try mail.receive(
                """
                From: Name <\(from)>
                Subject: \(number == 2 ? "Re: b" : number == 1 ? "b" : "a")
                Date: 0\(4 - number) Mar 2025 10:00:00 +0000
                Message-ID: <s\(number)@x>

                text
                """)
        }
        let client = try mail.client()
        client.ok("SELECT INBOX")
        #expect(client.ok("SORT (SUBJECT) UTF-8 ALL") == ["* SORT 3 1 2"])
        #expect(client.ok("SORT (DATE) UTF-8 ALL") == ["* SORT 3 2 1"])
        #expect(client.ok("SORT (REVERSE FROM) UTF-8 ALL") == ["* SORT 1 3 2"])
        #expect(client.ok("SORT RETURN (COUNT MIN) (FROM) UTF-8 ALL").first?.contains("COUNT 3") == true)
        #expect(client.outcome("SORT (FROM) LATIN-9 ALL").hasPrefix("NO [BADCHARSET"))
        #expect(client.ok("THREAD ORDEREDSUBJECT UTF-8 ALL") == ["* THREAD (3)(2 1)"])
    }
}
