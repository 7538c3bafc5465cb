import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// The mailboxes of random histories of all contexts, with undo, moves, chats and erasures.
struct MailboxPropertyTests {
    @Test func `a client that follows has all of each mailbox, under UIDs that only grow, whatever happened`() throws {
        var generator = SeededGenerator(for: "mailboxes")
        var watch = MailboxWatch()
        for round in 0..<3 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.memory, seed: generator.next())
            watch.begin(label, seed: generator.next())
            for _ in 0..<3 {
                // At its end the views are compared with rebuilt ones, row by row.
                try commands.run(steps: 14, label: label) { try watch.look(at: $0.ledger) }
                try commands.erase()
                try watch.look(at: commands.sample.ledger)
            }
            try commands.run(steps: 6, label: label) { try watch.look(at: $0.ledger) }
        }
        #expect(watch.departures > 0 && watch.erasures > 0, "a history in which nothing leaves tells nothing")
    }
}

/// What was seen of the mailboxes of a ledger so far.
private struct MailboxWatch {
    /// A client that asks for nothing but what changed since it was there.
    private struct Client {
        var modSeq: Int64 = 0
        var messages: [UInt32: MailboxMessage] = [:]
    }

    private struct Seen {
        var uidNext: UInt32 = 0
        var highestModSeq: Int64 = 0
        var messages: [UInt32: Int64] = [:]
        var clients = [Client(), Client()]
    }

    private(set) var departures = 0
    private(set) var erasures = 0
    private var seen: [StreamID: Seen] = [:]
    private var generator = SeededGenerator(seed: 0)
    private var label = ""

    mutating func begin(_ label: String, seed: UInt64) {
        (self.label, generator, seen) = (label, SeededGenerator(seed: seed), [:])
    }

    mutating func look(at ledger: Ledger) throws {
        let model = try LogModel(of: ledger)
        try ledger.read { reader in
            let chats = try Set(
                reader.connection.rows("SELECT message FROM chat_message") { try $0.next(StreamID.self) })
            let mailboxes = try MailboxesQuery(on: reader.connection)
            for folder in try FoldersQuery(on: reader.connection).all(includingDeleted: true) {
                let present = try mailboxes.changed(in: folder.stream, since: 0)
                let expected = model.messages.values.filter { message in
                    !message.isDeleted && !chats.contains(message.stream)
                        && message.copies.values.contains { $0.folder == folder.id }
                }
                #expect(
                    Set(present.map { "\($0.message) \($0.flags.contains(.seen))" })
                        == Set(expected.map { "\($0.stream) \($0.keywords.contains("$seen"))" }), "\(label)")
                #expect(present.count == expected.count, "\(label)")
                try see(present, in: folder, mailboxes)
            }
        }
    }

    private mutating func see(
        _ present: [MailboxMessage], in folder: FolderRow, _ mailboxes: MailboxesQuery
    ) throws {
        #expect(try Array(mailboxes.pages(of: folder.stream)) == present.map(\.entry), "\(label)")
        let numbers = try mailboxes.numbers(of: folder.stream)
        var seen = seen[folder.stream] ?? Seen()
        #expect(numbers.uidNext >= seen.uidNext && numbers.highestModSeq >= seen.highestModSeq, "\(label)")
        for message in present {
            if let before = seen.messages[message.uid] {
                #expect(before == message.message, "\(label)")
            } else {
                #expect(message.uid >= seen.uidNext, "\(label)")
            }
            #expect(message.uid < numbers.uidNext && message.modSeq <= numbers.highestModSeq, "\(label)")
            seen.messages[message.uid] = message.message
        }
        (seen.uidNext, seen.highestModSeq) = (numbers.uidNext, numbers.highestModSeq)
        // One client is there each time, the other now and then.
        for index in seen.clients.indices where index == 0 || Int.random(in: 0..<4, using: &generator) == 0 {
            try comeBack(&seen.clients[index], to: folder, mailboxes, numbers)
            let kept = seen.clients[index].messages.values.sorted { $0.uid < $1.uid }
            #expect(kept == present, "client \(index) \(label)")
        }
        self.seen[folder.stream] = seen
    }

    private mutating func comeBack(
        _ client: inout Client, to folder: FolderRow, _ mailboxes: MailboxesQuery, _ numbers: MailboxNumbers
    ) throws {
        if let erasure = try mailboxes.lastErasure(account: folder.state.accountStream), erasure > client.modSeq {
            let present = Set(try mailboxes.uids(in: folder.stream))
            client.messages = client.messages.filter { present.contains($0.key) }
            erasures += 1
        } else {
            for uid in try mailboxes.vanished(in: folder.stream, since: client.modSeq) {
                client.messages[uid] = nil
                departures += 1
            }
        }
        for message in try mailboxes.changed(in: folder.stream, since: client.modSeq) {
            client.messages[message.uid] = message
        }
        client.modSeq = numbers.highestModSeq
    }
}
