import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// A client that keeps flags by UID, and never asks for all again.
private struct FollowingClient {
    var flags: [UInt32: String] = [:]
    var modSeq: UInt64 = 0
    var validity = ""

    /// Comes back after a while (RFC 7162 section 3.2.5).
    mutating func comeBack(_ client: IMAPClient) throws {
        client.ok("ENABLE QRESYNC")
        let lines = client.ok(
            modSeq == 0 ? "SELECT INBOX" : "SELECT INBOX (QRESYNC (\(validity) \(modSeq)))")
        let now = try #require(lines.compactMap { $0.firstMatch(of: /\[UIDVALIDITY (\d+)\]/) }.first).1.description
        // UIDs of another validity name other messages (RFC 9051 section 2.3.1.1).
        if now != validity { flags = [:] }
        for line in lines { take(line) }
        if now != validity { for line in client.ok("UID FETCH 1:* (FLAGS)") { take(line) } }
        modSeq = try #require(
            lines.compactMap { line in
                line.firstMatch(of: /\[HIGHESTMODSEQ (\d+)\]/).flatMap { UInt64($0.1) }
            }.first)
        validity = now
    }

    private mutating func take(_ line: String) {
        if let match = line.firstMatch(of: /^\* VANISHED \(EARLIER\) (\S+)$/) {
            for piece in match.1.split(separator: ",") {
                let ends = piece.split(separator: ":").compactMap { UInt32($0) }
                let range = ends[0]...(ends.last ?? ends[0])
                flags = flags.filter { !range.contains($0.key) }
            }
        }
        if let match = line.firstMatch(of: /^\* \d+ FETCH \(UID (\d+) FLAGS \(([^)]*)\)/), let uid = UInt32(match.1) {
            flags[uid] = match.2.split(separator: " ").sorted().joined(separator: " ")
        }
    }
}

/// The message of each UID that a mailbox ever showed, for each UIDVALIDITY.
private struct UIDOwners {
    private var emails: [String: [UInt32: String]] = [:]

    /// The number of pairs of a UIDVALIDITY and a UID.
    var count: Int { emails.values.reduce(0) { $0 + $1.count } }

    /// Looks at all messages, and returns the UIDs that named others before (RFC 9051 section 2.3.1.1).
    mutating func look(_ client: IMAPClient) throws -> [UInt32] {
        let lines = client.ok("EXAMINE INBOX")
        let validity = try #require(lines.compactMap { $0.firstMatch(of: /\[UIDVALIDITY (\d+)\]/) }.first).1.description
        var reused: [UInt32] = []
        for line in client.ok("UID FETCH 1:* (EMAILID)") {
            // A message that is another email by now is the same mail.
            guard let match = line.firstMatch(of: /UID (\d+) EMAILID \((M[0-9a-f]+)/), let uid = UInt32(match.1) else {
                continue
            }
            let email = String(match.2)
            if emails[validity, default: [:]].updateValue(email, forKey: uid).map({ $0 != email }) == true {
                reused.append(uid)
            }
        }
        return reused
    }
}

@Suite("A client that resynchronizes")
struct ResyncTests {
    @Test("has what a client that fetches all has, whatever happened between") func follows() throws {
        var random = SeededGenerator(for: "resynchronizing by IMAP")
        let seed = random.seed
        let mail = try MailedLedger()
        for number in 1...12 {
            try mail.receive("Subject: s\(number % 4)\nMessage-ID: <m\(number)@x>\n\ntext \(number)\n")
        }
        var follower = FollowingClient()
        var depth = 0
        for step in 1...60 {
            try happen(step, &depth, mail, &random)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            try follower.comeBack(mail.client())
            var fresh = FollowingClient()
            try fresh.comeBack(mail.client())
            #expect(follower.flags == fresh.flags, "seed \(seed), step \(step)")
            #expect(follower.modSeq == fresh.modSeq, "seed \(seed), step \(step)")
        }
        let live = try rows(of: mail.other)
        try mail.other.maintenance.rebuild()
        #expect(try rows(of: mail.other) == live, "seed \(seed)")
    }

    /// The number behind a word, in the first line that has it.
    private func number(of word: String, in lines: [String]) throws -> Substring {
        let line = try #require(lines.first { $0.contains(word + " ") })
        let range = try #require(line.firstRange(of: word + " "))
        return line[range.upperBound...].prefix { $0.isNumber }
    }

    @Test("names the UID in all that it did not ask for, once it asks for changes or for IMAP4rev2") func namesUIDs()
        throws
    {
        for enabling in ["ENABLE IMAP4rev2", "ENABLE QRESYNC", "ENABLE CONDSTORE", nil] {
            let mail = try MailedLedger()
            for number in 1...2 { try mail.receive("Subject: \(number)\n\n\(number)\n") }
            let (client, other) = (try mail.client(), try mail.client())
            if let enabling { client.ok(enabling) }
            client.ok("SELECT INBOX")
            other.ok("SELECT INBOX")
            other.ok("STORE 1 +FLAGS.SILENT (\\Flagged)")
            for command in ["NOOP", "STORE 1:2 +FLAGS (\\Flagged)", "FETCH 1 BODY[]"] {
                let flags = client.ok(command).filter { $0.contains("FLAGS (") }
                #expect(!flags.isEmpty, "\(command) after \(enabling ?? "nothing")")
                for line in flags {
                    #expect(line.contains("UID ") == (enabling != nil), "\(line) after \(enabling ?? "nothing")")
                }
            }
        }
    }

    @Test("hears of messages that came and left since the last number that it knows") func shortLives() throws {
        let mail = try MailedLedger()
        try mail.receive("Subject: one\n\n1\n")
        let client = try mail.client()
        client.ok("ENABLE QRESYNC")
        let lines = client.ok("SELECT INBOX")
        let (validity, modSeq) = try (number(of: "UIDVALIDITY", in: lines), number(of: "HIGHESTMODSEQ", in: lines))
        try mail.receive("Subject: two\n\n2\n")
        #expect(client.ok("NOOP").contains("* 2 EXISTS"))
        // Without MODSEQ, so the client's number stays.
        let uid = try number(of: "UID", in: client.ok("FETCH 2 (UID)"))
        let other = try mail.client()
        other.ok("SELECT INBOX")
        other.ok("STORE 2 +FLAGS.SILENT (\\Deleted)")
        other.ok("EXPUNGE")
        let gone = "* VANISHED (EARLIER) \(uid)"
        let back = try mail.client()
        back.ok("ENABLE QRESYNC")
        #expect(back.ok("SELECT INBOX (QRESYNC (\(validity) \(modSeq)))").contains(gone))
        #expect(back.ok("SELECT INBOX (QRESYNC (\(validity) \(modSeq) 1:\(uid)))").contains(gone))
        #expect(back.ok("UID FETCH 1:\(uid) (FLAGS) (CHANGEDSINCE \(modSeq) VANISHED)").contains(gone))
    }

    @Test("is told to keep its number while it has not heard of all that left") func delayed() throws {
        let mail = try MailedLedger()
        for number in 1...3 { try mail.receive("Subject: \(number)\n\n\(number)\n") }
        let (client, other) = (try mail.client(), try mail.client())
        client.ok("ENABLE QRESYNC")
        let modSeq = try number(of: "HIGHESTMODSEQ", in: client.ok("SELECT INBOX"))
        let uid = try number(of: "UID", in: client.ok("FETCH 2 (UID)"))
        other.ok("SELECT INBOX")
        other.ok("STORE 2 +FLAGS.SILENT (\\Deleted)")
        other.ok("EXPUNGE")
        let kept = "* OK [HIGHESTMODSEQ \(modSeq)] Messages that left are named later"
        for command in ["STORE 1 +FLAGS (\\Flagged)", "FETCH 1 (MODSEQ)", "SEARCH MODSEQ 1"] {
            let answer = client.ok(command)
            #expect(answer.contains(kept) && !answer.contains { $0.contains("VANISHED") }, "\(command): \(answer)")
        }
        let told = client.ok("NOOP")
        #expect(told.contains("* VANISHED \(uid)") && !told.contains(kept))
        #expect(!client.ok("FETCH 1 (MODSEQ)").contains(kept))
    }

    @Test("has it after a restore of an older backup, too") func restores() throws {
        var random = SeededGenerator(for: "resynchronizing by IMAP over restores")
        let seed = random.seed
        var mail = try MailedLedger()
        for number in 1...8 {
            try mail.receive("Subject: s\(number % 4)\nMessage-ID: <m\(number)@x>\n\ntext \(number)\n")
        }
        var follower = FollowingClient()
        var owners = UIDOwners()
        var (step, depth) = (0, 0)
        func histories(_ count: Int) throws {
            for _ in 0..<count {
                step += 1
                try happen(step, &depth, mail, &random)
                if Bool.random(using: &random) { try follower.comeBack(mail.client()) }
                #expect(try owners.look(mail.client()).isEmpty, "seed \(seed), step \(step)")
            }
        }
        func erase(_ name: String) throws {
            try mail.receive("Subject: \(name)\nMessage-ID: <\(name)@x>\n\ntext\n")
            try follower.comeBack(mail.client())
            _ = try mail.other.perform(EraseRequest(kind: .query, target: "subject:\(name)"), Call(reason: "a test"))
        }
        for round in 1...4 {
            try histories(6)
            if round == 3 { try erase("kept") }
            let backup = mail.folder.path("backup \(round)")
            _ = try mail.other.maintenance.backUp(to: backup)
            // The restore loses this one.
            if round == 2 { try erase("lost") }
            try histories(Int.random(in: 0...6, using: &random))
            try follower.comeBack(mail.client())
            let before = follower.validity
            mail = try mail.restored(from: backup)
            depth = 0
            // One who only reads records nothing.
            let head = try mail.other.store.head().position
            // UIDs have another validity at once, and keep it when the change comes that says so.
            let answer = try mail.client().ok("EXAMINE INBOX").joined()
            let validity = try #require(answer.firstMatch(of: /\[UIDVALIDITY (\d+)\]/)).1.description
            #expect(validity != before, "seed \(seed), round \(round)")
            #expect(try mail.other.store.head().position == head)
            // A filter with words makes the first decision start over.
            _ = try mail.other.perform(
                MarkMessagesRequest(filter: MessageQuery("text"), adding: [.answered], removing: [.flagged]))
            #expect(try mail.ledger.read { $0.position } == mail.other.store.head().position)
            try mail.receive("Subject: new\nMessage-ID: <r\(round)@x>\n\ntext\n")
            try histories(Int.random(in: 0...6, using: &random))
            try follower.comeBack(mail.client())
            #expect(follower.validity == validity, "seed \(seed), round \(round)")
            var fresh = FollowingClient()
            try fresh.comeBack(mail.client())
            #expect(follower.flags == fresh.flags, "seed \(seed), round \(round)")
            #expect(try owners.look(mail.client()).isEmpty, "seed \(seed), round \(round)")
            let live = try rows(of: mail.other)
            try mail.other.maintenance.rebuild()
            #expect(try rows(of: mail.other) == live, "seed \(seed), round \(round)")
        }
        #expect(owners.count > 4)
        let erasures = try mail.other.read {
            try $0.connection.first("SELECT count(*) FROM erasure") { try $0.next(Int.self) }
        }
        #expect(erasures.map { $0 > 0 } == true)
        let resumed: [Int64] = try mail.other.read { reader in
            try reader.connection.rows("SELECT position FROM log_resumption") { try $0.next() }
        }
        #expect(resumed.count == 4)
        // The past and what was deleted have no older numbers than the mailbox itself.
        let client = try mail.client()
        let validities = try ["INBOX", "#deleted/INBOX", "#at/1/INBOX"].map { name in
            try #require(client.ask("STATUS \(name) (UIDVALIDITY)").first)
        }
        #expect(validities[1].hasSuffix("(UIDVALIDITY \(resumed[3]))"), "\(validities)")
    }

    @Test("has it after an older copy took the log's place by hand") func olderLog() throws {
        var mail = try MailedLedger()
        for number in 1...4 { try mail.receive("Subject: s\(number)\nMessage-ID: <m\(number)@x>\n\ntext\n") }
        let older = mail.folder.path("older.sqlite")
        let log = mail.folder.path("ledger/log.sqlite")
        try Connection(path: log, mode: .readWrite).run("VACUUM INTO \(bind: older)")
        try mail.receive("Subject: lost\nMessage-ID: <lost@x>\n\ntext\n")
        var follower = FollowingClient()
        try follower.comeBack(mail.client())
        let before = follower
        let lost = try #require(before.flags.keys.max())
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: log + suffix) }
        try FileManager.default.moveItem(atPath: older, toPath: log)

        mail = try mail.reopened()
        try follower.comeBack(mail.client())
        let atOnce = follower.validity
        #expect(atOnce != before.validity && follower.flags.count == 4)
        // Others look in the same way, and the change that comes says so in the log.
        try mail.receive("Subject: new\nMessage-ID: <new@x>\n\ntext\n")
        try follower.comeBack(mail.reopened().client())
        #expect(follower.validity == atOnce && follower.flags.count == 5)
        #expect(follower.flags.keys.max().map { $0 >= lost } == true)
        let resumed = try mail.ledger.store.events(EventSelection(typeName: LogResumed.type.name))
        #expect(resumed.map { "\($0.position)" } == [atOnce])
        var again = before
        try again.comeBack(mail.client())
        #expect(again.flags == follower.flags)
    }

    private func rows(of ledger: Ledger) throws -> [[Int64?]] {
        try ledger.read { reader in
            try reader.connection.rows(
                "SELECT folder, uid, message, flags, left, modseq FROM mailbox_message ORDER BY folder, uid"
            ) { row in try (0..<6).map { _ in try row.next(Int64?.self) } }
        }
    }

    private func happen(
        _ step: Int, _ depth: inout Int, _ mail: MailedLedger, _ random: inout SeededGenerator
    ) throws {
        let filters = ["subject:s1", "subject:s2", "is:unread", "in:INBOX subject:s3", "in:Archive", "subject:new"]
        let filter = MessageQuery(filters[Int.random(in: 0..<filters.count, using: &random)])
        let client = try mail.client()
        let number = Int.random(in: 1...8, using: &random)
        let before = try mail.other.store.head().position
        defer { if let now = try? mail.other.store.head().position, now > before { depth += 1 } }
        do {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = try mail.other.perform(MarkMessagesRequest(filter: filter, adding: [.seen]))
            case 1: _ = try mail.other.perform(MarkMessagesRequest(filter: filter, removing: [.seen]))
            case 2: _ = try mail.other.perform(MoveMessagesRequest(filter: filter, folder: "Archive"))
            case 3: _ = try mail.other.perform(MoveMessagesRequest(filter: filter, folder: "INBOX"))
            case 4: _ = try mail.other.perform(DeleteMessagesRequest(filter: filter))
            case 5, 6:
                guard depth > 0 else { break }
                depth -= 2
                _ = try mail.other.perform(UndoRequest())
            case 7:
                client.ok("SELECT INBOX")
                _ = client.ask("STORE \(number) +FLAGS (\\Deleted x\(number))")
                if Bool.random(using: &random) { client.ok("EXPUNGE") }
            case 8:
                client.ok("SELECT INBOX")
                _ = client.ask("COPY \(number) Archive")
            case 9:
                client.ok("SELECT Archive")
                _ = client.ask("MOVE 1 INBOX")
            case 10 where step % 4 == 0:
                _ = try mail.other.perform(
                    EraseRequest(kind: .query, target: "subject:s\(number % 4)"), Call(reason: "a test"))
            default: try mail.receive("Subject: new\nMessage-ID: <n\(step)@x>\n\ntext \(step)\n")
            }
        } catch is DomainError {
            // Nothing to undo, or nothing that the filter takes.
        }
    }
}
