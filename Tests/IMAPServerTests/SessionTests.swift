import EventLog
import Foundation
import IMAPServer
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite("A session of IMAP")
struct SessionTests {
    private func mail(_ count: Int) throws -> MailedLedger {
        let mail = try MailedLedger()
        for number in 1...count {
            try mail.receive(
                "From: Ada <ada@x.org>\nSubject: s\(number)\nMessage-ID: <m\(number)@x>\n\ntext \(number)\n")
        }
        return mail
    }

    @Test("greets a client that is logged in, and says what there is") func greeting() throws {
        let client = try mail(1).client()
        #expect(client.take().hasPrefix("* PREAUTH [CAPABILITY IMAP4rev1 IMAP4rev2 "))
        #expect(client.ok("CAPABILITY").first?.contains(" QRESYNC ") == true)
        #expect(client.outcome("LOGIN a b").hasPrefix("BAD"))
        #expect(client.outcome("NONSENSE").hasPrefix("BAD"))
        #expect(client.ask("LOGOUT").first?.hasPrefix("* BYE") == true)
        #expect(client.session.isEnded)
    }

    @Test("offers the extensions that its document lists, and no others") func extensions() throws {
        let document = try String(contentsOfFile: "\(projectRoot)/Docs/IMAP.md", encoding: .utf8)
        let section = try #require(document.split(separator: "\n## ").first { $0.hasPrefix("Extensions\n") })
        let listed = section.split(separator: "\n").filter { $0.hasPrefix("|") }.flatMap { row in
            row.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        let offered = try #require(mail(1).client().ok("CAPABILITY").first).split(separator: " ").dropFirst(2)
            .map { $0.split(separator: "=")[0] == "APPENDLIMIT" ? "APPENDLIMIT" : String($0) }
        #expect(offered.sorted() == (listed + ["IMAP4rev1", "IMAP4rev2"]).sorted())
    }

    @Test("numbers messages by the positions of their events") func uids() throws {
        let mail = try mail(3)
        let client = try mail.client()
        let lines = client.ok("SELECT inbox")
        #expect(lines.contains("* 3 EXISTS"))
        let positions = try mail.ledger.read { reader in
            try reader.messages().map { UInt32($0.stream.rawValue) }.sorted()
        }
        #expect(client.ok("FETCH 1:* UID") == positions.enumerated().map { "* \($0 + 1) FETCH (UID \($1))" })
        #expect(client.ok("UID FETCH \(positions[1]) (FLAGS)") == ["* 2 FETCH (UID \(positions[1]) FLAGS ())"])
        // What a rebuild makes of the log is the same.
        try mail.other.maintenance.rebuild()
        #expect(try mail.client().ok("EXAMINE INBOX").contains { $0.hasPrefix("* OK [UIDNEXT") })
    }

    @Test("records what a client changes, with its name, and takes it back by an undo") func undo() throws {
        let mail = try mail(2)
        let client = try mail.client()
        client.ok("ID (\"name\" \"Reader\" \"version\" \"1.2\")")
        client.ok("SELECT INBOX")
        // A keyword that no message had is named before the message that has it.
        #expect(
            client.ok("STORE 1 +FLAGS (\\Seen work)") == [
                "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft work)",
                "* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft work \\*)] Flags that are kept",
                "* 1 FETCH (FLAGS (\\Seen work))",
            ])
        let header = try #require(
            try mail.other.store.transaction(holding: mail.other.store.head().position)?.openedHeader())
        #expect(header.command == "imap STORE")
        #expect(header.reason == "STORE by Reader 1.2")
        _ = try mail.other.perform(UndoRequest())
        #expect(client.ok("NOOP") == ["* 1 FETCH (FLAGS ())"])
    }

    @Test("strikes out, expunges, and shows what an undo brings back without the stroke") func expunge() throws {
        let mail = try mail(3)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        #expect(client.ok("STORE 2 +FLAGS.SILENT (\\Deleted)").isEmpty)
        #expect(client.ok("SEARCH DELETED") == ["* SEARCH 2"])
        // Other lists leave it out at once.
        #expect(try mail.ledger.read { try $0.messages().count } == 2)
        #expect(client.ok("EXPUNGE") == ["* 2 EXPUNGE"])
        #expect(try mail.ledger.read { try $0.messages().count } == 2)
        _ = try mail.other.perform(UndoRequest())
        let lines = client.ok("NOOP")
        #expect(lines.first == "* 3 EXISTS")
        #expect(client.ok("FETCH 3 FLAGS") == ["* 3 FETCH (FLAGS (\\Recent))"])
        #expect(try mail.ledger.read { try $0.messages().count } == 3)
    }

    @Test(
        "shows what an undo brings back without the stroke, where another mailbox has it, too",
        arguments: [true, false])
    func expungeOfOne(isOneOperation: Bool) throws {
        let mail = try mail(1)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("COPY 1 Archive")
        client.ok("SELECT INBOX")
        client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
        if !isOneOperation { client.ok("SELECT INBOX") }
        #expect(client.ok("EXPUNGE") == ["* 1 EXPUNGE"])
        _ = try mail.other.perform(UndoRequest())
        #expect(client.ok("NOOP").first == "* 1 EXISTS")
        #expect(client.ok("FETCH 1 FLAGS") == ["* 1 FETCH (FLAGS (\\Recent))"])
        #expect(client.ok("STATUS Archive (MESSAGES DELETED)") == ["* STATUS Archive (MESSAGES 1 DELETED 0)"])
    }

    @Test("keeps a stroke when the same files are imported again, until one of them says otherwise") func strokes()
        throws
    {
        let mail = try MailedLedger()
        let box = mail.folder.path("box")
        for name in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(atPath: "\(box)/\(name)", withIntermediateDirectories: true)
        }
        var file = ""
        /// Gives the file other flags, and imports it.
        func load(_ flags: String) throws {
            let next = "\(box)/cur/1700000000.M1.host:2,\(flags)"
            if file.isEmpty {
                try Data("Subject: s\nMessage-ID: <m@x>\n\ntext\n".utf8).write(to: URL(filePath: next))
            } else if next != file {
                try FileManager.default.moveItem(atPath: file, toPath: next)
            }
            file = next
            try mail.load(box)
        }
        try load("S")
        let client = try mail.client()
        client.ok("SELECT INBOX")
        func flags() -> [String] { client.ok("FETCH 1 FLAGS").filter { !$0.hasPrefix("* 1 EXISTS") } }
        client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
        let head = try mail.ledger.store.head().position
        try load("S")
        #expect(try mail.ledger.store.head().position == head, "nothing is new")
        #expect(flags() == ["* 1 FETCH (FLAGS (\\Deleted \\Seen))"])
        // What else the file says counts.
        for _ in 1...2 {
            try load("FS")
            client.ok("NOOP")
            #expect(flags() == ["* 1 FETCH (FLAGS (\\Flagged \\Deleted \\Seen))"])
        }
        _ = try mail.other.perform(UndoRequest())
        client.ok("NOOP")
        #expect(flags() == ["* 1 FETCH (FLAGS (\\Deleted \\Seen))"])
        // Its own T comes and goes.
        client.ok("STORE 1 -FLAGS.SILENT (\\Deleted)")
        try load("ST")
        client.ok("NOOP")
        #expect(flags() == ["* 1 FETCH (FLAGS (\\Deleted \\Seen))"])
        client.ok("STORE 1 -FLAGS.SILENT (\\Deleted)")
        try load("ST")
        #expect(flags() == ["* 1 FETCH (FLAGS (\\Seen))"])
    }

    private static let closed = ["* OK [CLOSED] The mailbox before is closed"]

    @Test("notices at a second SELECT that another log is as long") func selectInAnotherLog() throws {
        let mail = try mail(2)
        let copy = try mail.copied()
        let filter = MessageQuery("subject:s1")
        _ = try mail.other.perform(MarkMessagesRequest(filter: filter, adding: [.flagged], removing: []))
        _ = try copy.perform(MoveMessagesRequest(filter: filter, folder: "Archive"))
        #expect(try copy.store.head().position == mail.other.store.head().position)
        let client = try mail.client()
        let first = client.ok("SELECT INBOX")
        #expect(first.contains("* 2 EXISTS"))
        #expect(client.ok("SELECT INBOX") == Self.closed + first)
        client.ledger = copy
        #expect(client.ok("SELECT INBOX").contains("* 1 EXISTS"))
    }

    @Test("finds the same at a second SELECT, and what has changed at a third") func selectAgain() throws {
        let mail = try mail(2)
        let (one, two) = (try mail.client(), try mail.client())
        let first = one.ok("SELECT INBOX")
        #expect(one.ok("SELECT INBOX") == Self.closed + first)
        #expect(one.outcome("EXAMINE INBOX").hasPrefix("OK [READ-ONLY]"))
        #expect(one.ok("EXAMINE INBOX").contains("* OK [PERMANENTFLAGS ()] Flags that are kept"))
        #expect(one.ok("SELECT INBOX") == Self.closed + first)
        #expect(one.outcome("FETCH 2 UID").hasPrefix("OK"))
        two.ok("SELECT INBOX")
        two.ok("STORE 1 +FLAGS.SILENT (\\Seen \\Deleted)")
        #expect(one.ok("SELECT INBOX").contains { $0.hasPrefix("* OK [UNSEEN 2]") })
        two.ok("EXPUNGE")
        #expect(one.ok("SELECT INBOX").contains("* 1 EXISTS"))
        #expect(one.ok("SELECT Archive").contains("* 0 EXISTS"))
        one.ok("ENABLE IMAP4rev2")
        #expect(one.ok("SELECT INBOX").contains("* LIST () \"/\" INBOX"))
    }

    @Test("refuses a mailbox whose numbers have more than 32 bits, and no other one") func beyondUIDs() throws {
        let mail = try mail(2)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("COPY 1 Archive")
        client.ok("SELECT Archive")
        let views = try #require(
            FileManager.default.contentsOfDirectory(atPath: mail.folder.path("ledger/views"))
                .first { $0.hasSuffix(".sqlite") })
        let connection = try Connection(path: mail.folder.path("ledger/views/\(views)"), mode: .readWrite)
        // A log of four thousand million events has not been tried.
        try connection.run(
            """
            UPDATE mailbox_message SET uid = uid + 4294967296, modseq = modseq + 4294967296
            WHERE folder = (SELECT id FROM folder WHERE name = 'INBOX') AND uid = (SELECT max(uid) FROM mailbox_message
                WHERE folder = (SELECT id FROM folder WHERE name = 'INBOX'))
            """)
        for command in ["SELECT INBOX", "EXAMINE INBOX", "STATUS INBOX (MESSAGES)"] {
            #expect(client.outcome(command).hasPrefix("NO [LIMIT] The mailbox has mail at a position"), "\(command)")
        }
        let listed = client.ok("LIST \"\" (INBOX Archive) RETURN (STATUS (MESSAGES))")
        #expect(listed.filter { $0.hasPrefix("* LIST") }.count == 2)
        #expect(listed.filter { $0.hasPrefix("* STATUS") } == ["* STATUS Archive (MESSAGES 1)"])
        #expect(client.ok("SELECT Archive").contains("* 1 EXISTS"))
        try MailboxNumbers.requireRoom(for: 4, behind: 4_294_967_290)
        #expect(throws: BeyondUIDs.self) { try MailboxNumbers.requireRoom(for: 5, behind: 4_294_967_290) }
    }

    @Test("keeps numbers while a command is about numbers") func expungeLater() throws {
        let mail = try mail(3)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        _ = try mail.other.perform(DeleteMessagesRequest(filter: "subject:s1"))
        #expect(client.ok("FETCH 3 (BODY.PEEK[HEADER.FIELDS (SUBJECT)])").contains("Subject: s3"))
        #expect(client.ok("SEARCH ALL") == ["* SEARCH 2 3"])
        #expect(client.ok("NOOP") == ["* 1 EXPUNGE"])
        #expect(client.ok("SEARCH ALL") == ["* SEARCH 1 2"])
    }

    @Test("announces to a client that waits what others do") func idle() throws {
        let mail = try mail(1)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.send("i IDLE\r\n")
        #expect(client.take().hasPrefix("+ "))
        try mail.receive("Subject: new\n\nx\n")
        client.headMoved()
        #expect(client.take() == "* 2 EXISTS\r\n* 1 RECENT\r\n")
        _ = try mail.other.perform(DeleteMessagesRequest(filter: "subject:s1"))
        client.headMoved()
        #expect(client.take() == "* 1 EXPUNGE\r\n")
        client.send("DONE\r\n")
        #expect(client.take() == "i OK IDLE ended\r\n")
    }

    @Test("appends, copies and moves under new UIDs") func places() throws {
        let mail = try mail(2)
        let client = try mail.client()
        client.ok("CREATE Work/Deep")
        client.ok("SELECT INBOX")
        #expect(client.append("Subject: mine\n\nhello\n", flags: "\\Seen").hasPrefix("OK [APPENDUID "))
        #expect(client.outcome("UID COPY 1:* Work/Deep").hasPrefix("OK [COPYUID "))
        #expect(client.outcome("MOVE 1 Work").contains("COPYUID"))
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 2)"])
        #expect(client.ok("STATUS Work (MESSAGES)") == ["* STATUS Work (MESSAGES 1)"])
        #expect(client.ok("STATUS Work/Deep (MESSAGES)") == ["* STATUS Work/Deep (MESSAGES 3)"])
        #expect(client.outcome("COPY 1 Nowhere").hasPrefix("NO [TRYCREATE]"))
    }

    @Test("appends what the next question for words finds") func words() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        client.append("Subject: tides\n\nmoonlight\n")
        _ = try mail.other.perform(MarkMessagesRequest(filter: MessageQuery("moonlight"), adding: [.flagged]))
        client.append("Subject: again\n\nmoonlight once more\n")
        client.ok("SELECT INBOX")
        #expect(client.ok("SEARCH FLAGGED") == ["* SEARCH 1"])
        _ = try mail.ledger.perform(MarkMessagesRequest(filter: MessageQuery("moonlight"), adding: [.answered]))
        #expect(client.ok("SEARCH ANSWERED").first == "* SEARCH 1 2")
    }

    @Test("says when a message came into the mailbox, whatever its date") func saved() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        client.append("Subject: old\n\nhello\n", date: "01-Feb-2001 10:00:00 +0000")
        client.ok("SELECT INBOX")
        let year = Date().formatted(.iso8601.year())
        let saved = client.ok("FETCH 1 (SAVEDATE)").joined()
        #expect(saved.contains("SAVEDATE \"") && saved.contains("-\(year) "), "\(saved)")
        #expect(client.ok("SEARCH SAVEDSINCE 1-Jan-\(year) BEFORE 1-Jan-2002") == ["* SEARCH 1"])
        #expect(client.ok("SEARCH SAVEDBEFORE 1-Jan-\(year)") == ["* SEARCH"])
        #expect(client.ok("SEARCH SAVEDATESUPPORTED") == ["* SEARCH 1"])
    }

    @Test("keeps equal messages apart, as clients put them into a mailbox") func equals() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        let text = "Subject: mine\nMessage-ID: <mine@x>\n\nhello\n"
        client.ok("ENABLE IMAP4rev2")
        client.ok("SELECT INBOX")
        client.append(text)
        client.ok("STORE 1 +FLAGS.SILENT (\\Flagged)")
        client.append("X-TUID: abc\n" + text, date: "01-Feb-2026 10:00:00 +0000")
        #expect(client.ok("FETCH 1:2 (FLAGS)") == ["* 1 FETCH (FLAGS (\\Flagged))", "* 2 FETCH (FLAGS ())"])
        #expect(client.ok("FETCH 2 BODY.PEEK[HEADER.FIELDS (X-TUID)]").joined().contains("abc"))
        #expect(client.ok("FETCH 2 INTERNALDATE").joined().contains(" 1-Feb-2026 10:00:00"))
        // Copies beside them, into their own mailbox and into one that has them.
        #expect(client.outcome("COPY 1:2 INBOX").hasPrefix("OK [COPYUID"))
        #expect(client.ok("FETCH 3:4 (FLAGS)") == ["* 3 FETCH (FLAGS (\\Flagged))", "* 4 FETCH (FLAGS ())"])
        client.ok("COPY 1 Archive")
        client.ok("COPY 1 Archive")
        #expect(client.outcome("MOVE 1 Archive").contains("COPYUID"))
        #expect(client.ok("STATUS Archive (MESSAGES)") == ["* STATUS Archive (MESSAGES 3)"])
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 3)"])
        // One is taken away without its equals.
        client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
        client.ok("EXPUNGE")
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 2)"])
    }

    @Test("knows a file again whose message has equals") func equalsOfAnImport() throws {
        let mail = try MailedLedger()
        let text = "Subject: mine\nMessage-ID: <mine@x>\n\nhello\n"
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.append(text)
        client.append(text)
        try mail.receive(text, as: "first.eml")
        client.ok("NOOP")
        // The file became a copy of the first one; no import brings it to the other when that one goes.
        client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
        client.ok("EXPUNGE")
        let copies = try copies(of: mail)
        #expect(copies.count == 3)
        try mail.receive(text, as: "first.eml")
        #expect(try self.copies(of: mail) == copies)
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 1)"])
    }

    private func copies(of mail: MailedLedger) throws -> [[Int64?]] {
        try mail.ledger.read { reader in
            try reader.connection.rows("SELECT message, number, folder, ended FROM copy ORDER BY message, number") {
                row in
                try (0..<4).map { _ in try row.next(Int64?.self) }
            }
        }
    }

    @Test("is silent about its own change alone") func silence() throws {
        let mail = try mail(2)
        let (one, two) = (try mail.client(), try mail.client())
        one.ok("SELECT INBOX")
        two.ok("SELECT INBOX")
        two.ok("STORE 1 +FLAGS (urgent)")
        #expect(one.ok("STORE 1:2 +FLAGS.SILENT (\\Seen)").dropFirst(2) == ["* 1 FETCH (FLAGS (\\Seen urgent))"])
        #expect(one.ok("STORE 1:2 +FLAGS.SILENT (\\Flagged)") == [])
        #expect(one.ok("NOOP") == [])
    }

    @Test("leaves a mailbox that is deleted") func goneMailbox() throws {
        let mail = try mail(1)
        let (one, two) = (try mail.client(), try mail.client())
        one.ok("CREATE Work/Deep")
        one.ok("SELECT Work/Deep")
        two.ok("ENABLE QRESYNC")
        two.ok("SELECT Work/Deep")
        #expect(two.ok("DELETE Work/Deep") == ["* OK [CLOSED] The mailbox is closed, as it is deleted"])
        #expect(two.outcome("FETCH 1 FLAGS").hasPrefix("BAD"))
        #expect(one.ask("NOOP").last == "* BYE The selected mailbox was deleted")
        #expect(one.session.isEnded)
    }

    @Test("announces what a FETCH marked as read that failed, and marks no more than it was asked for") func seen()
        throws
    {
        let mail = try mail(1)
        try mail.receive(
            "Subject: odd\nMessage-ID: <odd@x>\nMIME-Version: 1.0\nContent-Transfer-Encoding: x-odd\n\nodd\n")
        let client = try mail.client()
        client.ok("SELECT INBOX")
        let lines = client.ask("FETCH 2 BINARY[1]")
        #expect(lines.contains { $0.contains("FLAGS (\\Seen)") }, "\(lines)")
        #expect(lines.last?.contains("NO [UNKNOWN-CTE]") == true, "\(lines)")
        let head = try mail.ledger.read { $0.position }
        client.ok("FETCH 1:2 (BODY[]) (CHANGEDSINCE \(head))")
        #expect(client.ok("SEARCH UNSEEN") == ["* SEARCH 1"])
    }

    @Test("names what leads to a subscribed mailbox") func subscribedBelow() throws {
        let mail = try mail(1)
        let client = try mail.client()
        client.ok("CREATE Top/Inner")
        client.ok("UNSUBSCRIBE Top")
        #expect(client.ok("LSUB \"\" T%") == ["* LSUB () \"/\" Trash", "* LSUB (\\Noselect) \"/\" Top"])
        #expect(client.ok("LSUB \"\" To*") == ["* LSUB () \"/\" Top/Inner"])
        #expect(
            client.ok("LIST (SUBSCRIBED RECURSIVEMATCH) \"\" To%") == [
                "* LIST (\\HasChildren) \"/\" Top (\"CHILDINFO\" (\"SUBSCRIBED\"))"
            ])
        #expect(
            client.ok("LIST (SPECIAL-USE RECURSIVEMATCH) \"\" To%").isEmpty)
    }

    @Test("brings nothing back that another session took away") func transferOfGone() throws {
        let mail = try mail(3)
        let (one, two, three) = (try mail.client(), try mail.client(), try mail.client())
        for client in [one, two, three] { client.ok("SELECT INBOX") }
        two.ok("STORE 1 +FLAGS.SILENT (\\Deleted)")
        two.ok("EXPUNGE")
        let lines = one.ask("COPY 1:2 Archive")
        #expect(lines.first == "* 1 EXPUNGE")
        #expect(lines.last?.contains("NO [EXPUNGEISSUED]") == true)
        #expect(three.outcome("MOVE 1:3 Archive").contains("COPYUID"))
        let after = try mail.client()
        #expect(after.ok("STATUS Archive (MESSAGES)") == ["* STATUS Archive (MESSAGES 2)"])
        #expect(after.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 0)"])
    }

    @Test("brings an expunged message to the mailbox that it is appended to, and to no other") func localMove() throws {
        let mail = try mail(1)
        let client = try mail.client()
        let text = "Subject: moved\nMessage-ID: <moved@x>\n\nhello\n"
        client.ok("SELECT INBOX")
        client.append(text)
        client.ok("STORE 2 +FLAGS.SILENT (\\Deleted)")
        #expect(client.ok("EXPUNGE") == ["* 2 EXPUNGE"])
        #expect(client.append(text, to: "Archive").hasPrefix("OK [APPENDUID"))
        #expect(client.ok("STATUS INBOX (MESSAGES DELETED)") == ["* STATUS INBOX (MESSAGES 1 DELETED 0)"])
        #expect(client.ok("STATUS Archive (MESSAGES DELETED)") == ["* STATUS Archive (MESSAGES 1 DELETED 0)"])
    }

    @Test("names the keywords that there are") func keywords() throws {
        let client: IMAPClient
        let mail = try mail(1)
        client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("STORE 1 +FLAGS ($Label1 FooBar)")
        let flags = try #require(client.ok("SELECT INBOX").first { $0.hasPrefix("* FLAGS") })
        #expect(flags == "* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft $Label1 FooBar)")
    }

    @Test("opens the mailbox of an earlier moment, and copies out of it what is gone") func past() throws {
        let mail = try mail(2)
        let position = try mail.ledger.store.head().position.rawValue
        _ = try mail.ledger.perform(DeleteMessagesRequest(filter: "subject:s1"))
        let client = try mail.client()
        #expect(client.ok("SELECT #at/\(position)/INBOX").contains("* 2 EXISTS"))
        #expect(client.outcome("STORE 1 +FLAGS (x)").hasPrefix("NO"))
        #expect(client.outcome("COPY 1 Archive").hasPrefix("OK [COPYUID"))
        #expect(client.ok("STATUS Archive (MESSAGES)") == ["* STATUS Archive (MESSAGES 1)"])
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 1)"])
        for moment in ["nonsense", "2099-01-01", "now^^", ""] {
            #expect(client.outcome("EXAMINE #at/\(moment)/INBOX").hasPrefix("NO [NONEXISTENT]"), "\(moment)")
        }
        #expect(client.ok("LIST \"\" *").allSatisfy { !$0.contains("#at/") })
        #expect(client.ok("LIST \"\" #at/\(position)/*").contains { $0.hasSuffix(" #at/\(position)/INBOX") })
    }

    @Test("shows what was deleted, and restores what is copied out of there") func deleted() throws {
        let mail = try mail(3)
        _ = try mail.ledger.perform(DeleteMessagesRequest(filter: "subject:s1"))
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("STORE 1 +FLAGS (\\Deleted)")
        client.ok("EXPUNGE")
        #expect(client.ok("STATUS #deleted/INBOX (MESSAGES)") == ["* STATUS #deleted/INBOX (MESSAGES 2)"])
        #expect(client.ok("SELECT #deleted/INBOX").contains("* 2 EXISTS"))
        #expect(
            client.ok("FETCH 1:2 BODY.PEEK[HEADER.FIELDS (SUBJECT)]").filter { $0.hasPrefix("Subject") } == [
                "Subject: s1", "Subject: s2",
            ])
        #expect(client.ok("SEARCH SUBJECT s2") == ["* SEARCH 2"])
        #expect(client.outcome("STORE 1 +FLAGS (x)").hasPrefix("NO"))
        // What came back is not there any more.
        #expect(client.ok("COPY 1 INBOX") == ["* 1 EXPUNGE"])
        #expect(client.ok("COPY 1 Archive") == ["* 1 EXPUNGE"])
        #expect(client.ok("STATUS INBOX (MESSAGES DELETED)") == ["* STATUS INBOX (MESSAGES 2 DELETED 0)"])
        #expect(client.ok("STATUS Archive (MESSAGES DELETED)") == ["* STATUS Archive (MESSAGES 1 DELETED 0)"])
        #expect(try mail.ledger.read { try $0.messages().count } == 3)
    }

    @Test("changes nothing for a client that may only read") func readOnly() throws {
        let mail = try mail(1)
        let client = try mail.client(isReadOnly: true)
        let head = try mail.ledger.store.head()
        #expect(client.outcome("SELECT INBOX").hasPrefix("OK [READ-ONLY]"))
        client.ok("FETCH 1 BODY[]")
        for command in ["STORE 1 +FLAGS (\\Seen)", "CREATE x", "DELETE Archive", "COPY 1 Archive", "EXPUNGE"] {
            #expect(client.outcome(command).hasPrefix("NO"), "\(command)")
        }
        #expect(client.append("Subject: x\n\n\n").hasPrefix("NO"))
        #expect(try mail.ledger.store.head() == head)
    }
}
