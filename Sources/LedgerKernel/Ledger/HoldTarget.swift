package import EventLog
package import Mail
public import Projections

/// The scope of a new hold.
public enum HoldTarget: Sendable, Hashable {
    /// The message whose id has this prefix, deleted or not.
    case message(prefix: String)
    /// An account by its address, with all that is in it.
    case account(String)
    /// The matches of a query, evaluated each time that mail would be removed. It names no saved query.
    case query(String)
}

extension OperationContext {
    /// Refuses an operation without a reason.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``.
    package func requireReason(for what: String) throws {
        guard reason == nil else { return }
        throw DomainError.invalid(field: "reason", reason: "\(what) needs one, which the log records")
    }
}

extension HoldRow {
    /// An event at the end of the hold's stream.
    package func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(
            event, target: .any(.existing(stream)),
            account: accountStream == .none ? .none : .stream(.existing(accountStream)))
    }
}

extension LedgerReader {
    /// Returns the holds that are in force, or all that ever were, in the order of recording.
    public func holds(includingRemoved: Bool = false) throws -> [HoldRow] {
        try HoldsQuery(on: connection).all(includingRemoved: includingRemoved)
    }

    package func proposeHold(_ id: HoldID, _ name: String, on target: HoldTarget) throws -> ProposedEvent {
        switch target {
        case .message(let prefix):
            let stream = try messageStream(prefix, includingDeleted: true)
            guard let state = try MessageStates(on: connection).state(of: stream) else {
                throw DomainError.notFound(kind: "message", name: prefix)
            }
            return ProposedEvent(
                HoldAdded(id: id, name: name, message: state.id), target: .noStream,
                account: .stream(.existing(state.accountStream)))
        case .account(let address):
            let row = try accountWithDeleted(address)
            return ProposedEvent(
                HoldAdded(id: id, name: name, account: row.id), target: .noStream,
                account: .stream(.existing(row.stream)))
        case .query(let query):
            // It would hold all mail.
            if case .unclear(let error) = try HoldGuard(self).lookedUp(query) { throw error }
            return ProposedEvent(HoldAdded(id: id, name: name, query: query), target: .noStream, account: .none)
        }
    }
}

extension String {
    package var trimmingBlanks: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest.reversed().drop(while: \.isWhitespace).reversed())
    }
}
