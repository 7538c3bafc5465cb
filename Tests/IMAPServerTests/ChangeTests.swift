import EventLog
import IMAPServer
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite("Changes by IMAP") struct ChangeTests {
    private func mail(_ count: Int) throws -> MailedLedger {
        let mail = try MailedLedger()
        let client = try mail.client()
        for number in 1...count { client.append("Subject: s\(number)\nMessage-ID: <m\(number)@x>\n\ntext\n") }
        return mail
    }

    @Test("are an operation of their own right behind an undo, and are undone after it", arguments: ["STORE", "MOVE"])
    func behindAnUndo(word: String) throws {
        let mail = try mail(2)
        let client = try mail.client()
        client.ok("CREATE Work")
        client.ok("SELECT INBOX")
        let change = { (label: String) in word == "STORE" ? "STORE 1 +FLAGS (\(label))" : "MOVE 1 Work" }
        client.ok(change("a"))
        let first = try #require(mail.other.perform(UndoRequest()).operation)
        client.ok("NOOP")
        client.ok(change("b"))
        let second = try #require(mail.other.perform(UndoRequest()).operation)
        #expect(first != second)
        #expect(try mail.ledger.read { try $0.messages().allSatisfy { $0.keywords.isEmpty } })
        client.ok("NOOP")
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 2)"])
    }

    @Test("of held mail are refused one by one, with the hold's name") func held() throws {
        let mail = try mail(3)
        let client = try mail.client()
        _ = try mail.other.perform(
            AddHoldRequest(hold: "case", kind: .query, target: "subject:s2"), Call(reason: "law"))
        client.ok("SELECT INBOX")
        let lines = client.ask("STORE 1:3 +FLAGS (\\Deleted)")
        #expect(lines.last?.hasSuffix("NO [NOPERM] Some messages are held by \"case\"") == true, "\(lines)")
        #expect(lines.dropLast().count == 3)
        #expect(client.ok("SEARCH DELETED") == ["* SEARCH 1 3"])
        // Other flags of held mail change.
        client.ok("STORE 2 +FLAGS.SILENT (\\Seen)")
        client.ok("STORE 2 -FLAGS.SILENT (\\Deleted)")
        client.ok("EXPUNGE")
        #expect(client.ok("FETCH 1:* FLAGS").count == 1)
    }

    @Test("keep the first spelling of a keyword") func spelling() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        client.append("Subject: one\n\nx\n", flags: "Kw")
        client.append("Subject: two\n\nx\n", flags: "kW")
        #expect(client.ok("SELECT INBOX").contains { $0.hasPrefix("* FLAGS") && $0.hasSuffix(" Kw)") })
        #expect(client.ok("FETCH 1:2 FLAGS").allSatisfy { $0.contains("Kw") })
        client.ok("STORE 2 FLAGS.SILENT (KW)")
        #expect(client.ok("FETCH 2 FLAGS").joined().contains("Kw"))
    }

    @Test("find a mailbox by each form of its name") func normalForms() throws {
        let mail = try mail(1)
        let client = try mail.client()
        client.ok("CREATE \"e&AwE-\"")
        for pattern in ["e&AwE-", "e&AwE-*", "&AOk-", "&AOk-%"] {
            #expect(client.ok("LIST \"\" \"\(pattern)\"").count == 1, "\(pattern)")
            #expect(client.ok("LSUB \"\" \"\(pattern)\"").count == 1, "\(pattern)")
        }
    }

    @Test("are refused in words that fit the command") func refusals() throws {
        let mail = try mail(1)
        let client = try mail.client()
        for command in ["DELETE #deleted/INBOX", "RENAME #at/1/INBOX y", "CREATE #deleted/x", "CREATE #at/1/x"] {
            #expect(client.outcome(command) == "NO [NOPERM] The past cannot be changed", "\(command)")
        }
        #expect(client.outcome("CREATE #x") == "NO [CANNOT] No mailbox has a name that begins with #")
        #expect(client.outcome("CREATE x//y") == "NO [CANNOT] A level of the mailbox's name is empty")
        #expect(client.ok("STATUS INBOX (APPENDLIMIT)") == ["* STATUS INBOX (APPENDLIMIT 50000000)"])
    }

    @Test("leave what TEXT finds in the headers of parts") func fieldsOfParts() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        client.append(
            """
            Subject: s
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=bb

            --bb
            Content-Type: text/plain; charset=utf-8
            X-Part: partword

            hello
            --bb
            Content-Type: application/pdf; name="invoice.pdf"
            Content-Transfer-Encoding: base64

            AAAA
            --bb--

            """)
        // From the message, and from what was kept of it.
        for client in [client, try mail.client(), try mail.client()] {
            client.ok("SELECT INBOX")
            for word in ["invoice.pdf", "application/pdf", "X-Part: partword", "charset", "hello", "multipart"] {
                #expect(client.ok("SEARCH TEXT \"\(word)\"") == ["* SEARCH 1"], "\(word)")
            }
            for word in ["invoice.pdf", "partword", "multipart"] {
                #expect(client.ok("SEARCH BODY \"\(word)\"") == ["* SEARCH"], "\(word)")
            }
            #expect(client.ok("SEARCH TEXT nothing") == ["* SEARCH"])
        }
    }
}
