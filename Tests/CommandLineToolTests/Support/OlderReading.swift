import EventLog
import Mail
import MailLedger
import Projections

extension Ledger {
    /// Records the subjects of messages as a parser of before might have read them: none in this program does.
    @discardableResult
    func recordOlderReading(of query: String) throws -> Receipt {
        let filter = try MessageFilter(query: query, in: .current())
        let events = try read { reader in
            let accounts = Dictionary(uniqueKeysWithValues: try reader.accounts().map { ($0.address, $0.stream) })
            return try reader.messages(matching: filter).compactMap { message -> ProposedEvent? in
                guard let account = accounts[message.accountAddress], let now = try reader.reading(of: message.stream)
                else { return nil }
                var old = now
                (old.headers.subject, old.parser) = ("=?of-before?=", 1)
                return MessageReparsed(message: message.id, from: now, to: old).map {
                    ProposedEvent(
                        $0, target: .any(.existing(message.stream)), account: .stream(.existing(account)))
                }
            }
        }
        return try store.append(ProposedTransaction(events, context: context(command: "older reading")))
    }
}
