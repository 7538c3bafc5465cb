import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Other readings of messages, recorded by another process.
extension AskedLedger {
    /// Lets today's parser read what an older one read.
    func reparse() throws {
        _ = try other.maintenance.reparse(context: other.context(command: "reparse")) { _ in }
    }

    /// Records what a parser of before might have made of messages: none in this program reads as it did.
    func readOtherwise(_ query: MessageQuery, _ change: (inout MessageReading) -> Void) throws {
        let events = try other.read { reader -> [ProposedEvent] in
            let account = try #require(try reader.accounts().first)
            func proposed(_ event: any Event, _ stream: StreamID) -> ProposedEvent {
                ProposedEvent(event, target: .any(.existing(stream)), account: .stream(.existing(account.stream)))
            }
            let filter = try MessageFilter(query: query.text, in: .current())
            var events: [ProposedEvent] = []
            for message in try reader.messages(matching: filter) {
                guard let now = try reader.reading(of: message.stream) else { continue }
                var old = now
                old.parser = 1
                change(&old)
                guard let event = MessageReparsed(message: message.id, from: now, to: old) else { continue }
                events.append(proposed(event, message.stream))
            }
            if let reading = try reader.reparsed(account.stream) {
                events.append(
                    proposed(
                        AccountReparsed(account: account.id, reading: Change(old: reading, new: nil)), account.stream))
            }
            return events
        }
        guard !events.isEmpty else { return }
        _ = try other.store.append(ProposedTransaction(events, context: other.context(command: "older reading")))
    }

    /// Records readings that differ by lot, in their ids, too.
    func readOtherwise(_ query: MessageQuery, using random: inout SeededGenerator) throws {
        try readOtherwise(query) { reading in
            switch Int.random(in: 0..<5, using: &random) {
            case 0: reading.headers.cc = [EmailAddress(address: "of-before@example.org")]
            case 1: reading.headers.subject = "of before"
            case 2: reading.headers.references = []
            case 3: reading.headers.references = ["t\(Int.random(in: 0..<12, using: &random))@x"]
            default: reading.snippet = "words of before"
            }
        }
    }
}
