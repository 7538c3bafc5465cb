public import EventLog
internal import Mail
public import Projections

/// What a new hold is to cover.
public enum HoldTarget: Sendable, Hashable {
    /// The message whose id begins so, deleted or not.
    case message(prefix: String)
    /// An account by its address, with all that is in it.
    case account(String)
    /// What a query finds, judged each time that mail is to go. It names no saved query.
    case query(String)
}

extension Ledger {
    /// Keeps mail from being deleted, pruned and erased until the hold is removed.
    ///
    /// - Parameter context: Its reason is required.
    /// - Throws: ``DomainError/alreadyExists(kind:name:)`` where a hold in force has the name; ``QueryError`` for a query that
    ///   cannot be read.
    public func addHold(_ name: String, on target: HoldTarget, context: OperationContext) throws -> HoldRow {
        try requireReason(context, for: "a hold")
        let name = name.trimmingBlanks
        guard !name.isEmpty else { throw DomainError.invalid(field: "name", reason: "the hold's name is empty") }
        if case .query(let query) = target { _ = try MessageFilter(query: query, in: .current()) }
        let id = HoldID(newID())
        _ = try change(context) { reader in
            guard try !HoldsQuery(on: reader.connection).all().contains(where: { $0.name == name }) else {
                throw DomainError.alreadyExists(kind: "hold", name: name)
            }
            return [try reader.proposeHold(HoldID(id.uniqueID), name, on: target)]
        }
        return try hold(id.description)
    }

    /// Ends a hold, by its name or the beginning of its id.
    ///
    /// - Parameter context: Its reason is required.
    public func removeHold(_ name: String, context: OperationContext) throws -> HoldRow {
        try requireReason(context, for: "the end of a hold")
        let hold = try hold(name)
        _ = try change(context) { reader in
            guard try HoldsQuery(on: reader.connection).all().contains(where: { $0.id == hold.id }) else { return [] }
            return [hold.event(HoldRemoved(hold: hold.id))]
        }
        return try read { try $0.holds(includingRemoved: true) }.first { $0.id == hold.id } ?? hold
    }

    private func hold(_ name: String) throws -> HoldRow {
        let all = try read { try $0.holds() }
        let named = all.filter { $0.name == name }
        let found =
            named.isEmpty ? all.filter { name.count >= 4 && $0.id.description.hasPrefix(name.lowercased()) } : named
        guard let first = found.first else { throw DomainError.notFound(kind: "hold", name: name) }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "hold", name: name, count: found.count) }
        return first
    }

    func requireReason(_ context: OperationContext, for what: String) throws {
        guard context.reason == nil else { return }
        throw DomainError.invalid(field: "reason", reason: "\(what) needs one, for those who ask later")
    }
}

extension HoldRow {
    /// An event at the end of the hold's stream.
    func event(_ event: any Event) -> ProposedEvent {
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

    fileprivate func proposeHold(_ id: HoldID, _ name: String, on target: HoldTarget) throws -> ProposedEvent {
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
            return ProposedEvent(HoldAdded(id: id, name: name, query: query), target: .noStream, account: .none)
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest.reversed().drop(while: \.isWhitespace).reversed())
    }
}
