import Cryptography
import EventLog

/// An event of any kind.
struct Noted: Event, Hashable {
    static let type = EventType("test.noted", schema: 1)
    let text: String
}

extension ProposedTransaction {
    /// One event on a stream of its own.
    static func noted(_ text: String, key: String? = nil) -> ProposedTransaction {
        let operation = OperationID(UniqueID.random(from: randomBytes))
        return ProposedTransaction(
            [ProposedEvent(Noted(text: text), target: .noStream, account: .none)],
            context: OperationContext(
                operation: operation, command: "note", actor: "ada", osUser: "ada", host: "h", program: "tests/1"),
            idempotencyKey: key)
    }
}
