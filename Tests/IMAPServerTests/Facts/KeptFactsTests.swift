import EventLog
import Foundation
import IMAPServer
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct KeptFactsTests {
    private static let questions = [
        "FETCH 1:* (RFC822.SIZE ENVELOPE)", "FETCH 1:* (BODYSTRUCTURE BODY INTERNALDATE)", "SEARCH TEXT enguin",
        "SEARCH BODY chne", "SEARCH FROM x.org SUBJECT s", "SEARCH OR CC d@y HEADER X-Odd s", "SEARCH LARGER 400",
        "SEARCH SENTSINCE 5-Mar-2025", "SEARCH SINCE 1-Jan-2020", "SEARCH BEFORE 1-Jan-2020",
        "SEARCH HEADER References \"\"", "SEARCH NOT TO c@z.org", "SORT (SUBJECT) UTF-8 ALL",
        "SORT (FROM SIZE) UTF-8 ALL",
        "SORT (TO REVERSE CC DATE) UTF-8 ALL", "THREAD REFERENCES UTF-8 ALL", "THREAD ORDEREDSUBJECT UTF-8 ALL",
        "THREAD REFS UTF-8 ALL",
    ]

    private static func answers(_ client: IMAPClient, _ mailbox: String = "INBOX") -> [[String]] {
        client.ok("EXAMINE \"\(mailbox)\"")
        return questions.map { client.ok($0) }
    }

    private static func mails(_ count: Int, _ name: String) throws -> MailedLedger {
        let mail = try MailedLedger()
        var mails = Mails(random: SeededGenerator(for: name))
        let client = try mail.client()
        for number in 0..<count {
            #expect(client.append(mails.message(number).replacing("\r\n", with: "\n")).hasPrefix("OK"))
        }
        return mail
    }

    private static func facts(of mail: MailedLedger) -> [String: Data] {
        Dictionary(
            uniqueKeysWithValues: mail.factFiles.map { name in
                (name, FileManager.default.contents(atPath: mail.folder.path("ledger/views/facts/\(name)")) ?? Data())
            })
    }

    @Test func `answers are the same with facts, without any, with damaged ones and with others' ones`() throws {
        let mail = try Self.mails(40, "answers are the same with facts")
        let folder = mail.folder.path("ledger/views/facts")
        let cold = Self.answers(try mail.client())
        for kind in ["summary", "header", "words", "answers", "threadsreferencesnumber", "threadsrefsnumber"] {
            #expect(mail.factFiles.contains { $0.hasPrefix("\(kind)-") }, "\(kind)")
        }
        let written = Self.facts(of: mail)
        #expect(Self.answers(try mail.client()) == cold)
        #expect(Self.facts(of: mail) == written, "what is known is not written again")
        for name in written.keys { try Data("MLFACTS1 nonsense".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
        #expect(Self.answers(try mail.client()) == cold)
        #expect(Set(Self.facts(of: mail).keys) == Set(written.keys))
        // Facts of a ledger whose log has other events at the same positions.
        let other = try Self.mails(40, "facts of another ledger")
        let others = Self.answers(try other.client())
        #expect(others != cold)
        for (name, bytes) in written {
            try bytes.write(to: URL(filePath: other.folder.path("ledger/views/facts/\(name)")))
        }
        #expect(Self.answers(try other.client()) == others)
        try FileManager.default.removeItem(atPath: folder)
        #expect(Self.answers(try mail.client()) == cold)
    }

    @Test func `are of messages as they are read now, and the id of a UID stays`() throws {
        let mail = try MailedLedger()
        let client = try mail.client()
        for number in 0..<24 {
            let text = "From: Ada <ada@x.org>\nSubject: tide \(number)\nMessage-ID: <m\(number)@x.org>\n\nwords\n"
            #expect(client.append(text).hasPrefix("OK"))
        }
        _ = Self.answers(client)
        let ids = client.ok("FETCH 1:* EMAILID")
        // As a parser of another version might read one of them.
        let other = mail.other
        let event = try other.read { reader -> ProposedEvent in
            let account = try #require(try reader.accounts().first).stream
            let message = try #require(
                try reader.messages(matching: MessageFilter(query: "subject:\"tide 3\"", in: .current())).first)
            let now = try #require(try reader.reading(of: message.stream))
            var reading = now
            reading.parser += 1
            reading.headers.subject = "ebb"
            return ProposedEvent(
                try #require(MessageReparsed(message: message.id, from: now, to: reading)),
                target: .any(.existing(message.stream)), account: .stream(.existing(account)))
        }
        _ = try other.store.append(ProposedTransaction([event], context: other.context(command: "reparse")))
        let kept = Self.answers(try mail.client())
        let now = try mail.client()
        now.ok("EXAMINE INBOX")
        #expect(now.ok("SEARCH SUBJECT ebb") == ["* SEARCH 4"] && now.ok("SEARCH SUBJECT \"tide 3\"") == ["* SEARCH"])
        #expect(now.ok("FETCH 1:* EMAILID") == ids)
        try FileManager.default.removeItem(atPath: mail.folder.path("ledger/views/facts"))
        #expect(Self.answers(try mail.client()) == kept)
    }

    @Test func `kept threads are those of the messages that are there`() throws {
        let mail = try Self.mails(24, "kept threads are those of the messages that are there")
        let question = "UID THREAD REFERENCES UTF-8 ALL"
        /// The answer of a session, and that of one that finds no files.
        func answers(_ client: IMAPClient) throws -> ([String], [String]) {
            let kept = client.ok(question)
            try FileManager.default.removeItem(atPath: mail.folder.path("ledger/views/facts"))
            return (kept, client.ok(question))
        }
        let client = try mail.client()
        client.ok("SELECT INBOX")
        let first = client.ok(question)
        #expect(client.ok(question) == first)
        #expect(client.outcome("UID THREAD REFERENCES LATIN-9 ALL").hasPrefix("NO [BADCHARSET"))
        client.append("Subject: more\nMessage-ID: <more@x>\n\nmore\n")
        let (grown, madeAnew) = try answers(client)
        #expect(grown == madeAnew && grown != first)
        // One that another session took away is left out at once.
        let other = try mail.client()
        other.ok("SELECT INBOX")
        other.ok("STORE 3 +FLAGS.SILENT (\\Deleted)")
        other.ok("EXPUNGE")
        #expect(other.ok(question) != grown)
        client.ok("NOOP")
        let (less, madeAgain) = try answers(client)
        #expect(less == madeAgain && less == other.ok(question))
        // The same messages under other UIDs.
        client.ok("MOVE 1:* Archive")
        client.ok("SELECT Archive")
        client.ok("MOVE 1:* INBOX")
        client.ok("SELECT INBOX")
        let (back, madeOnce) = try answers(client)
        #expect(back == madeOnce && back != less)
    }

    @Test func `a mailbox of the past has its own answers, and a moved message keeps its facts`() throws {
        let mail = try Self.mails(20, "a mailbox of the past has its own answers")
        let position = try mail.ledger.store.head().position
        let cold = Self.answers(try mail.client())
        let client = try mail.client()
        client.ok("SELECT INBOX")
        client.ok("MOVE 3:12 Archive")
        client.ok("SELECT Archive")
        client.ok("MOVE 5,1 INBOX")
        let moved = ["INBOX", "Archive"].map { Self.answers(client, $0) }
        #expect(Self.answers(client, "#at/\(position)/INBOX") == cold)
        try FileManager.default.removeItem(atPath: mail.folder.path("ledger/views/facts"))
        let cleared = try mail.client()
        #expect(["INBOX", "Archive"].map { Self.answers(cleared, $0) } == moved)
        #expect(Self.answers(client, "#at/\(position)/INBOX") == cold)
    }

    @Test func `a ledger that may only be read has the same answers, and keeps nothing`() throws {
        let mail = try Self.mails(20, "a ledger that may only be read has the same answers")
        let account = try mail.ledger.read { try $0.account(MailedLedger.address).id }
        func answers() throws -> [[String]] {
            let location = LedgerLocation(mail.folder.path("ledger"))
            let ledger = try Ledger.open(at: location, access: .readOnly, environment: mail.ledger.environment)
            return Self.answers(
                IMAPClient(ledger, IMAPOptions(account: account, recent: RecentMessages(after: .start))))
        }
        let without = try answers()
        #expect(mail.factFiles.isEmpty)
        #expect(Self.answers(try mail.client()) == without)
        #expect(!mail.factFiles.isEmpty)
        #expect(try answers() == without)
    }

    @Test func `an erasure leaves no byte in facts, whoever asks then`() throws {
        let mail = try Self.mails(20, "an erasure leaves no byte in facts")
        let words = ["canaryname", "canarysubject", "canaryodd", "canarybody", "canaryid"]
        let client = try mail.client()
        client.append(
            """
            From: Canaryname <a@x.org>
            Subject: canarysubject
            X-Odd: canaryodd
            Message-ID: <canaryid@x>

            the canarybody
            """)
        _ = Self.answers(client)
        let folder = mail.folder.path("ledger/views")
        for word in words { #expect(!files(below: folder + "/facts", holding: word).isEmpty, "\(word)") }
        let id = try mail.ledger.read { reader in
            try reader.messages().first { $0.subject == "canarysubject" }?.id.description ?? ""
        }
        _ = try mail.ledger.erasure.erase(
            .message(prefix: id), CommandCall(mail.ledger.context(command: "erase", reason: "request 17")))
        #expect(mail.factFiles.isEmpty)
        // An open session that knew it, and a new one.
        for client in [client, try mail.client()] {
            _ = Self.answers(client)
            #expect(client.ok("SEARCH TEXT canary") == ["* SEARCH"])
            for word in words { #expect(files(below: folder, holding: word).isEmpty, "\(word)") }
        }
        #expect(!mail.factFiles.isEmpty)
    }
}
