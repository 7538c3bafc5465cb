import CivilTime
import EventLog
import Mail
import Testing

/// The bytes of drafts, without another program's help.
@Suite struct `Drafts as messages` {
    private let ada = EmailAddress(name: "Ada Lovelace", address: "ada@example.org")
    private let noon = Timestamp(microseconds: 1_795_347_000_000_000)

    private func draft(_ subject: String = "Lunch", text: String = "At noon?") -> DraftMessage {
        DraftMessage(messageID: "1@example.org", from: ada, subject: subject, text: text, date: noon)
    }

    private func lines(_ draft: DraftMessage) -> [String] {
        String(decoding: draft.bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    @Test func `plain text is a message that a person can read`() {
        var draft = draft(text: "At noon?\nAt the harbour.")
        draft.to = [
            EmailAddress(address: "grace@example.org"), EmailAddress(name: "Mole, J.", address: "mole@example.org"),
        ]
        draft.inReplyTo = "0@example.org"
        draft.references = ["r@example.org", "0@example.org"]
        #expect(
            lines(draft) == [
                "Date: Sun, 22 Nov 2026 11:30:00 +0000",
                "From: Ada Lovelace <ada@example.org>",
                "To: grace@example.org, \"Mole, J.\" <mole@example.org>",
                "Subject: Lunch",
                "Message-ID: <1@example.org>",
                "In-Reply-To: <0@example.org>",
                "References: <r@example.org> <0@example.org>",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: 7bit",
                "", "At noon?", "At the harbour.", "",
            ])
    }

    @Test(arguments: ["", "plain", "grüß Gott", "日本語の件名".repeated(30), "x".repeated(2_000), "a =?UTF-8?Q?b?= c"])
    func `no line is longer than RFC 5322 and RFC 2047 allow, and all of it is ASCII`(_ text: String) {
        var draft = draft(text, text: "\(text)\n\(text) \n.\(text)\nFrom \(text)\n")
        draft.references = (0..<50).map { "\($0).\(text)@example.org" }
        draft.to = [EmailAddress(name: text, address: "grace@example.org")]
        for line in lines(draft) {
            #expect(line.utf8.count <= 78, "\(line)")
            #expect(line.utf8.allSatisfy { $0 < 0x80 })
            #expect(line.isEmpty || line.contains { $0 != " " })
        }
    }

    @Test func `no value begins a header field of its own`() {
        var draft = draft("Lunch\r\nBcc: mole@example.org", text: "Bcc: text")
        draft.to = [EmailAddress(name: "a\nBcc: b", address: "grace@example.org\r\nBcc: mole@example.org")]
        draft.inReplyTo = "x>\r\nBcc: mole@example.org"
        let header = lines(draft).prefix { !$0.isEmpty }
        #expect(!header.contains { $0.hasPrefix("Bcc") })
        #expect(header.contains("Subject: Lunch Bcc: mole@example.org"))
        #expect(!header.contains { $0.hasPrefix("In-Reply-To") })
    }

    @Test func `what a transport would change is quoted`() {
        let body = lines(draft(text: "From here\n.\nend \nä=\n")).drop { !$0.isEmpty }
        #expect(body == ["", "=46rom here", "=2E", "end=20", "=C3=A4=3D", ""])
    }

    @Test(arguments: [
        ("ada@Example.org", "example.org"), ("ada@bücher.example", "mailledger.invalid"),
        ("ada", "mailledger.invalid"), ("ada@[10.0.0.1]", "mailledger.invalid"),
    ])
    func `a Message-ID is at the author's domain where a header can hold it`(_ author: String, _ domain: String) {
        let id = UniqueID(bytes: [UInt8](repeating: 0x11, count: 16))
        let messageID = id.map { DraftMessage.messageID($0, from: EmailAddress(address: author)) }
        #expect(messageID == "11111111-1111-1111-1111-111111111111@\(domain)")
    }

    // MARK: Replies

    private func reply(_ change: (inout MessageHeaders) -> Void) -> DraftMessage {
        var original = MessageHeaders()
        original.from = [EmailAddress(address: "grace@example.org")]
        original.to = [ada]
        original.subject = "Lunch"
        original.messageID = "parent@example.org"
        change(&original)
        return DraftMessage(to: original, messageID: "1@example.org", from: ada, text: "Yes.", date: noon)
    }

    @Test func `a reply names what it answers, and all before it`() {
        let first = reply { _ in }
        #expect(first.inReplyTo == "parent@example.org" && first.references == ["parent@example.org"])
        let later = reply { $0.references = ["root@example.org", "parent@example.org", "other@example.org"] }
        #expect(later.references == ["root@example.org", "other@example.org", "parent@example.org"])
        #expect(reply { $0.inReplyTo = ["a@b"] }.references == ["a@b", "parent@example.org"])
        // RFC 5322, 3.6.4: where it answers several, nobody knows which of them led here.
        #expect(reply { $0.inReplyTo = ["a@b", "c@d"] }.references == ["parent@example.org"])
        let nameless = reply { ($0.messageID, $0.references) = (nil, ["root@example.org"]) }
        #expect(nameless.inReplyTo == nil && nameless.references == ["root@example.org"])
    }

    @Test func `a reply goes to Reply-To, else to From, and to the recipients of one's own message`() {
        #expect(reply { _ in }.to.map(\.address) == ["grace@example.org"])
        #expect(
            reply { $0.replyTo = [EmailAddress(address: "list@example.org")] }.to.map(\.address) == ["list@example.org"]
        )
        let own = reply {
            $0.from = [EmailAddress(address: "ada@EXAMPLE.org")]
            $0.to = [EmailAddress(address: "mole@example.org")]
        }
        #expect(own.to.map(\.address) == ["mole@example.org"])
    }

    @Test(arguments: [
        ("Lunch", "Re: Lunch"), ("Re: Lunch", "Re: Lunch"), ("RE:Lunch", "RE:Lunch"), ("Regards", "Re: Regards"),
        ("", "Re:"),
    ])
    func `a subject says Re once`(_ subject: String, _ expected: String) {
        #expect(reply { $0.subject = subject }.subject == expected)
        #expect(reply { $0.subject = nil }.subject == "Re:")
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
