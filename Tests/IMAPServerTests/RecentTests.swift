import EventLog
import IMAPServer
import MailLedger
import MailLedgerTesting
import Projections
import Testing

/// Of each message one session hears that it is recent (RFC 3501 section 2.3.2).
@Suite("What is recent") struct RecentTests {
    private func recent(_ client: IMAPClient, _ command: String) -> String? {
        client.ok(command).first { $0.hasSuffix(" RECENT") }
    }

    @Test("ends with ENABLE of IMAP4rev2") func rev2() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        try mail.receive("Subject: new\n\nx\n")
        #expect(recent(client, "SELECT INBOX") == "* 1 RECENT")
        #expect(client.ok("FETCH 1 FLAGS") == ["* 1 FETCH (FLAGS (\\Recent))"])
        client.ok("ENABLE IMAP4rev2")
        #expect(client.ok("FETCH 1 FLAGS") == ["* 1 FETCH (FLAGS ())"])
    }

    @Test("is new mail, in the first session that may change its mailbox") func sessions() throws {
        let mail = try MailedLedger()
        try mail.receive("Subject: old\n\nx\n")
        let shared = RecentMessages(after: try mail.ledger.store.head().position)
        for subject in ["one", "two"] { try mail.receive("Subject: \(subject)\n\nx\n") }
        let first = try mail.client(recent: shared)
        #expect(first.ok("STATUS INBOX (MESSAGES RECENT)") == ["* STATUS INBOX (MESSAGES 3 RECENT 2)"])
        // To look takes nothing from the others.
        #expect(recent(first, "EXAMINE INBOX") == "* 2 RECENT")
        #expect(recent(first, "SELECT INBOX") == "* 2 RECENT")
        #expect(
            first.ok("FETCH 1:3 FLAGS") == [
                "* 1 FETCH (FLAGS ())", "* 2 FETCH (FLAGS (\\Recent))", "* 3 FETCH (FLAGS (\\Recent))",
            ])
        first.ok("STORE 2 +FLAGS.SILENT (\\Seen)")
        #expect(first.ok("SEARCH RECENT") == ["* SEARCH 2 3"])
        #expect(first.ok("SEARCH NEW") == ["* SEARCH 3"])
        #expect(first.ok("SEARCH OLD") == ["* SEARCH 1"])
        #expect(first.outcome("STORE 1 +FLAGS (\\Recent)").hasPrefix("BAD"))
        let second = try mail.client(recent: shared)
        #expect(second.ok("STATUS INBOX (RECENT)") == ["* STATUS INBOX (RECENT 0)"])
        #expect(recent(second, "SELECT INBOX") == "* 0 RECENT")
        // What comes is of the one that hears of it first.
        try mail.receive("Subject: three\n\nx\n")
        #expect(second.ok("NOOP") == ["* 4 EXISTS", "* 1 RECENT"])
        #expect(first.ok("NOOP").last == "* 2 RECENT")
        // A second look finds nothing recent, and IMAP4rev2 has no such flag.
        #expect(recent(first, "SELECT INBOX") == "* 0 RECENT")
        try mail.receive("Subject: four\n\nx\n")
        #expect(first.ok("ENABLE IMAP4rev2").last == "* 5 EXISTS")
        #expect(first.ok("FETCH 5 FLAGS") == ["* 5 FETCH (FLAGS ())"])
        #expect(recent(first, "SELECT INBOX") == nil)
    }
}

/// What a message that a client appends has in common with one that is known.
@Suite("A message that is appended again") struct AppendedAgainTests {
    private static let text = "Subject: again\nMessage-ID: <again@x>\n\nhello\n"

    private func mail() throws -> (IMAPClient, MailedLedger) {
        let mail = try MailedLedger()
        let client = try mail.client()
        client.ok("ENABLE IMAP4rev2")
        client.ok("CREATE Box")
        client.append(Self.text, to: "Box", flags: "\\Flagged kept", date: "01-Feb-2026 10:00:00 +0000")
        return (client, mail)
    }

    private static let items = "(FLAGS INTERNALDATE)"

    @Test("has the flags of the command alone, after its mailbox was deleted") func flags() throws {
        let (client, mail) = try mail()
        let before = try mail.ledger.read { try $0.messages().map(\.id) }
        client.ok("DELETE Box")
        client.ok("CREATE Box")
        client.append(Self.text, to: "Box", flags: "\\Seen")
        client.ok("SELECT Box")
        // Its history goes on, with its date.
        #expect(
            client.ok("FETCH 1 \(Self.items)") == [
                "* 1 FETCH (FLAGS (\\Seen) INTERNALDATE \" 1-Feb-2026 10:00:00 +0000\")"
            ])
        #expect(try mail.ledger.read { try $0.messages().map(\.id) } == before)
    }

    @Test("has the date of the command, and is another message where that is another date") func dates() throws {
        let (client, mail) = try mail()
        let before = try mail.ledger.read { try $0.messages().map(\.id) }
        for (date, isSame) in [("01-Feb-2026 11:00:00 +0100", true), ("02-Feb-2026 10:00:00 +0000", false)] {
            client.ok("SELECT Box")
            client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
            client.ok("CLOSE")
            client.append(Self.text, to: "Box", date: date)
            client.ok("SELECT Box")
            let day = isSame ? 1 : 2
            #expect(
                client.ok("FETCH 1 \(Self.items)") == [
                    "* 1 FETCH (FLAGS () INTERNALDATE \" \(day)-Feb-2026 10:00:00 +0000\")"
                ])
            #expect((try mail.ledger.read { try $0.messages().map(\.id) } == before) == isSame)
        }
        // The one that is there is meant from then on, not the one that ended.
        let now = try mail.ledger.read { try $0.messages().map(\.id) }
        client.append(Self.text, to: "Archive", date: "03-Feb-2026 10:00:00 +0000")
        #expect(try mail.ledger.read { try $0.messages().map(\.id) } == now)
    }
}
