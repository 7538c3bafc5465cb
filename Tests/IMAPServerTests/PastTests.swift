import EventLog
import IMAPServer
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite("Mailboxes of the past and of deleted mail")
struct PastTests {
    private func mail(_ count: Int) throws -> MailedLedger {
        let mail = try MailedLedger()
        for number in 1...count {
            try mail.receive("From: Ada <ada@x.org>\nSubject: s\(number)\nMessage-ID: <m\(number)@x>\n\ntext\n")
        }
        return mail
    }

    private func delete(_ filter: MessageQuery, in mail: MailedLedger) throws {
        _ = try mail.other.perform(DeleteMessagesRequest(filter: filter))
    }

    private func number(_ name: String, of mailbox: String, _ client: IMAPClient) throws -> UInt64 {
        let line = try #require(client.ok("STATUS \(mailbox) (\(name))").first)
        return try #require(line.firstMatch(of: /\([A-Z]+ (\d+)\)$/).flatMap { UInt64($0.1) })
    }

    @Test("announce what was deleted since, and what came back") func announced() throws {
        let mail = try mail(3)
        let (client, other) = (try mail.client(), try mail.client())
        client.ok("SELECT #deleted/INBOX")
        #expect(client.ok("NOOP").isEmpty)
        other.ok("SELECT INBOX")
        other.ok("STORE 1:2 +FLAGS.SILENT (\\Deleted)")
        other.ok("EXPUNGE")
        // Not within a command about numbers.
        #expect(client.ok("SEARCH ALL").contains("* 2 EXISTS"))
        #expect(client.ok("NOOP").isEmpty)
        other.ok("SELECT #deleted/INBOX")
        // The first one comes back by the other session.
        other.ok("COPY 1 INBOX")
        #expect(other.ok("NOOP").isEmpty, "it was said with the command")
        #expect(other.ok("FETCH 1 FLAGS").count == 1)
        #expect(client.ok("SEARCH ALL") == ["* SEARCH 2"])
        #expect(client.outcome("COPY 1 INBOX").hasPrefix("NO [EXPUNGEISSUED]"))
        #expect(client.outcome("COPY 1 INBOX").hasPrefix("OK [COPYUID"), "number 1 is the second message now")
        #expect(client.ok("STATUS INBOX (MESSAGES)") == ["* STATUS INBOX (MESSAGES 3)"])
        // By IDLE, too.
        client.send("i IDLE\r\n")
        _ = client.take()
        try delete("subject:s3", in: mail)
        client.headMoved()
        #expect(client.take() == "* 1 EXISTS\r\n* 0 RECENT\r\n")
        client.send("DONE\r\n")
    }

    @Test("come back by undelete as they were before they were marked as deleted") func undeleted() throws {
        let mail = try mail(3)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("STORE 1:2 +FLAGS.SILENT (\\Deleted \\Seen)")
        client.ok("STORE 2 -FLAGS.SILENT (\\Deleted)")
        client.ok("STORE 2 +FLAGS.SILENT (\\Deleted)")
        func why() throws -> AbsenceFinding? { try mail.other.read { try $0.whyMissing("s2") }.findings.first }
        #expect(try why()?.kind == .hidden)
        client.ok("EXPUNGE")
        #expect(try why()?.kind == .deleted)
        #expect(try mail.other.perform(UndeleteMessagesRequest(filter: "*")).answer?.changed == 2)
        #expect(try number("MESSAGES", of: "INBOX", client) == 3)
        #expect(try number("MESSAGES", of: "#deleted/INBOX", client) == 0)
        #expect(!client.ok("FETCH 1:* FLAGS").contains { $0.contains("Deleted") })
        #expect(try mail.other.perform(UndeleteMessagesRequest(filter: "*")).answer?.matched == 0)
    }

    @Test("stay gone where their folder is gone, and do not count as brought back") func folderGone() throws {
        let mail = try mail(1)
        let client = try mail.client()
        for command in [
            "CREATE G", "SELECT INBOX", "MOVE 1 G", "SELECT G", "STORE 1 +FLAGS.SILENT (\\Deleted)", "EXPUNGE",
            "UNSELECT", "DELETE G",
        ] { client.ok(command) }
        let partial = try mail.other.perform(UndeleteMessagesRequest(filter: "*", partially: true)).answer
        #expect(partial?.changed == 0 && partial?.matched == 1)
    }

    @Test("number what was deleted upwards, whatever came back or was erased") func uidNext() throws {
        let mail = try mail(4)
        let client = try mail.client()
        var before = try number("UIDNEXT", of: "#deleted/INBOX", client)
        func rises(_ what: String) throws {
            let now = try number("UIDNEXT", of: "#deleted/INBOX", client)
            #expect(now >= before, "\(what)")
            let uids =
                client.ok("SELECT #deleted/INBOX").contains { $0.hasPrefix("* 0 EXISTS") }
                ? [] : client.ok("FETCH 1:* UID").compactMap { $0.firstMatch(of: /UID (\d+)/).flatMap { UInt64($0.1) } }
            #expect(uids.allSatisfy { $0 < now }, "\(what): \(uids)")
            before = now
        }
        try delete("subject:s1", in: mail)
        try rises("a deletion")
        try delete("subject:s2", in: mail)
        try rises("another one")
        let afterTwo = before
        client.ok("COPY 2 INBOX")
        try rises("a message that came back")
        #expect(before == afterTwo)
        client.ok("COPY 1 Archive")
        #expect(client.ok("SELECT #deleted/INBOX").contains("* 0 EXISTS"))
        try rises("both came back")
        try delete("subject:s3", in: mail)
        try rises("a third one")
        _ = try mail.other.perform(EraseRequest(kind: .query, target: "subject:s3 is:deleted"), Call(reason: "a test"))
        try rises("an erasure")
        try mail.other.maintenance.rebuild()
        #expect(try number("UIDNEXT", of: "#deleted/INBOX", mail.client()) == before)
    }

    @Test(
        "have no mod-sequences where these could fall (RFC 7162 section 3.1.2.2)",
        arguments: [
            "#deleted/INBOX", "#at/now^/INBOX", "#at/now/INBOX",
        ])
    func noModSeq(name: String) throws {
        let mail = try mail(3)
        try delete("subject:s1", in: mail)
        let client = try mail.client()
        client.ok("ENABLE QRESYNC")
        let lines = client.ok("SELECT \"\(name)\"")
        #expect(lines.contains { $0.hasPrefix("* OK [NOMODSEQ]") }, "\(lines)")
        #expect(!lines.contains { $0.contains("HIGHESTMODSEQ") }, "\(lines)")
        #expect(try number("HIGHESTMODSEQ", of: "\"\(name)\"", client) == 0)
        for command in [
            "FETCH 1 (FLAGS) (CHANGEDSINCE 1)", "UID FETCH 1:* (FLAGS) (CHANGEDSINCE 1 VANISHED)", "FETCH 1 MODSEQ",
            "SEARCH MODSEQ 1", "SORT (SUBJECT) UTF-8 MODSEQ 1", "STORE 1 (UNCHANGEDSINCE 1) +FLAGS (x)",
        ] {
            #expect(client.outcome(command).hasPrefix("BAD"), "\(command)")
        }
        #expect(client.ok("FETCH 1 FLAGS") == ["* 1 FETCH (FLAGS ())"])
        // What a client remembers of it is not believed.
        let validity = try number("UIDVALIDITY", of: "\"\(name)\"", client)
        #expect(client.ok("SELECT \"\(name)\" (QRESYNC (\(validity) 1))").allSatisfy { !$0.contains("VANISHED") })
    }

    @Test("keep their mod-sequences at a moment that does not move") func modSeqsOfMoments() throws {
        let mail = try mail(2)
        let position = try mail.ledger.store.head().position.rawValue
        try delete("subject:s1", in: mail)
        let client = try mail.client()
        client.ok("ENABLE QRESYNC")
        #expect(client.ok("SELECT #at/\(position)/INBOX").contains("* OK [HIGHESTMODSEQ \(position)] The last change"))
        #expect(client.ok("FETCH 1:* FLAGS (CHANGEDSINCE 1)").count == 2)
        let context = mail.ledger.environment.queryContext
        for (moment, moves) in [
            ("2h ago", true), ("yesterday", true), ("14:05", true), ("now^", true), ("812", false), ("tx:4^", false),
            ("2024-02-12", false), ("2024-02-12T07:30", false), ("op:3f2a^", false),
        ] {
            #expect(try Moment.isMoving(moment, in: context) == moves, "\(moment)")
        }
    }

    @Test("have an id for each mailbox (RFC 8474 section 4)") func ids() throws {
        let mail = try mail(2)
        let head = try mail.ledger.store.head().position.rawValue
        let client = try mail.client()
        var ids: Set<String> = []
        let names = [
            "INBOX", "#deleted/INBOX", "#at/\(head)/INBOX", "\"#at/tx:2/INBOX\"", "Archive", "#deleted/Archive",
        ]
        for name in names {
            let status = try #require(client.ok("STATUS \(name) (MAILBOXID)").first)
            let id = try #require(status.firstMatch(of: /\(MAILBOXID \(([A-Za-z0-9_-]{1,255})\)\)$/)?.1)
            let selected = client.ok("EXAMINE \(name)")
            #expect(selected.contains("* OK [MAILBOXID (\(id))] The mailbox's id"), "\(name): \(selected)")
            ids.insert(String(id))
        }
        #expect(ids.count == names.count)
    }

    @Test("count what was not read among the deleted") func unseen() throws {
        let mail = try mail(3)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("STORE 1 +FLAGS.SILENT (\\Seen \\Deleted)")
        client.ok("STORE 2 +FLAGS.SILENT (\\Deleted)")
        client.ok("EXPUNGE")
        let lines = client.ok("SELECT #deleted/INBOX")
        #expect(lines.contains { $0.hasPrefix("* OK [UNSEEN 2]") }, "\(lines)")
        #expect(client.ok("SEARCH UNSEEN") == ["* SEARCH 2"])
        #expect(
            client.ok("STATUS #deleted/INBOX (MESSAGES UNSEEN)") == ["* STATUS #deleted/INBOX (MESSAGES 2 UNSEEN 1)"])
    }

    @Test("are none before the account was there") func beforeTheAccount() throws {
        let mail = try mail(1)
        let client = try mail.client()
        for moment in ["0", "2020-01-01"] {
            #expect(client.ok("LIST \"\" \"#at/\(moment)/*\"").isEmpty)
            #expect(client.ok("LIST \"\" \"#at/\(moment)/%\" RETURN (STATUS (MESSAGES))").isEmpty)
            for command in ["SELECT #at/\(moment)/INBOX", "STATUS #at/\(moment)/INBOX (MESSAGES)"] {
                #expect(client.outcome(command) == "NO [NONEXISTENT] The account was not there yet", "\(command)")
            }
        }
    }

    @Test("have no use and no subscribers, so that no client sees two of a kind") func uses() throws {
        let mail = try mail(1)
        let head = try mail.ledger.store.head().position.rawValue
        let client = try mail.client()
        #expect(!client.ok("LIST (SPECIAL-USE) \"\" *").isEmpty)
        for prefix in ["#deleted/", "#at/\(head)/"] {
            #expect(client.ok("LIST (SPECIAL-USE) \"\" \(prefix)*").isEmpty)
            #expect(client.ok("LIST (SUBSCRIBED) \"\" \(prefix)*").isEmpty)
            #expect(client.ok("LSUB \"\" \(prefix)*").isEmpty)
            let listed = client.ok("LIST \"\" \(prefix)* RETURN (SUBSCRIBED SPECIAL-USE)")
            #expect(listed.contains { $0.hasSuffix("\(prefix)Trash") })
            #expect(listed.allSatisfy { $0.contains(" (\\HasNoChildren) ") || $0.contains(" (\\HasChildren) ") })
            #expect(client.outcome("SUBSCRIBE \(prefix)Trash").hasPrefix("NO"))
        }
    }
}
