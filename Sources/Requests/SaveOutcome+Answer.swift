package import Domain
internal import EventLog
package import LedgerContexts
package import LedgerKernel
internal import Projections

extension SaveOutcome {
    /// The answer of a request that saves one message: its form, or what a look found.
    ///
    /// - Parameter missing: Makes the error for a message that no list has.
    package func made(
        in ledger: Ledger, isDryRun: Bool,
        orThrow missing: (MessageID) -> DomainError = { .notFound(kind: "message", name: $0.description) }
    ) throws -> Made<MessageForm> {
        guard !isDryRun else {
            return .look(OutcomeForm(matched: 1, changed: changed, operation: nil, isDryRun: true))
        }
        guard let row = try ledger.read({ try $0.message(withID: ids[0]) }) else { throw missing(ids[0]) }
        return .done(MessageForm(row))
    }
}
