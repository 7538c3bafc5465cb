import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport

/// What a parser of before might have made of messages: none in this program reads as it did.
enum OlderReadings {
    /// Records other readings of live messages, as one operation that reads them by parser 1.
    static func record(
        of messages: [MessageRow], in ledger: Ledger, _ change: (inout MessageReading) throws -> Void
    ) throws {
        let events = try ledger.read { reader in
            let accounts = try reader.accounts()
            var events: [ProposedEvent] = []
            for message in messages {
                guard let account = accounts.first(where: { $0.address == message.accountAddress }),
                    let now = try reader.reading(of: message.stream)
                else { continue }
                var old = now
                old.parser = 1
                try change(&old)
                let event =
                    MessageReparsed(message: message.id, from: now, to: old)
                    ?? MessageReparsed(message: message.id, parser: Change(old: now.parser, new: old.parser)) { _ in }
                events.append(proposed(event, message.stream, account))
            }
            for account in accounts where events.contains(where: { $0.account == .stream(.existing(account.stream)) }) {
                guard let reading = try reader.reparsed(account.stream) else { continue }
                let forgotten = AccountReparsed(account: account.id, reading: Change(old: reading, new: nil))
                events.append(proposed(forgotten, account.stream, account))
            }
            return events
        }
        guard !events.isEmpty else { return }
        _ = try ledger.store.append(ProposedTransaction(events, context: ledger.context(command: "older reading")))
    }

    private static func proposed(_ event: any Event, _ stream: StreamID, _ account: AccountRow) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(account.stream)))
    }

    /// Changes some fields of a reading by lot: its thread's among them.
    static func change(_ reading: inout MessageReading, using generator: inout SeededGenerator) {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        func id() -> String { "m\(Int.random(in: 0..<26, using: &generator))@example.org" }
        if chance(30) { reading.headers.messageID = chance(30) ? nil : id() }
        if chance(40) { reading.headers.references = chance(50) ? [] : [id(), id()] }
        if chance(20) { reading.headers.inReplyTo = chance(50) ? [] : [id()] }
        if chance(30) { reading.headers.subject = chance(30) ? nil : "m1 of before" }
        if chance(20) { reading.headers.from = [EmailAddress(name: "Of Before", address: "grace@example.org")] }
        if chance(20) { reading.headers.to = [] }
        if chance(20) { reading.headers.cc = [EmailAddress(name: "Rowing Club", address: "")] }
        if chance(30) {
            reading.headers.date =
                chance(30)
                ? nil : Timestamp(microseconds: Int64.random(in: 0..<2_000_000_000_000_000, using: &generator))
        }
        if chance(20) { reading.snippet = "words of before" }
        if chance(20) {
            reading.attachments.append(
                AttachmentSummary(
                    part: "9", fileName: "before.pdf", mimeType: "application/pdf", size: 3, isInline: chance(50),
                    contentID: nil))
        }
    }
}

extension RandomCommands {
    /// Some messages are recorded as a parser of before read them, or all of these are read by today's.
    mutating func readOtherwise() throws {
        let messages = try sample.messages(query()).prefix(4)
        guard chance(60) else {
            _ = try sample.ledger.maintenance.reparse(context: sample.ledger.context(command: "reparse")) { _ in }
            return
        }
        try OlderReadings.record(of: Array(messages), in: sample.ledger) {
            OlderReadings.change(&$0, using: &generator)
        }
    }
}
