public import CivilTime
public import EventLog

/// Records the progress of a thing on its way to its server.
public enum MarkInOutbox: Codable, Hashable, Sendable {
    /// It is to be sent there; sent again if it was there before.
    case pending
    case synced
    /// It did not arrive, for this reason.
    case failed(String)
    /// The server has another version.
    case conflict(server: Int)

    /// The longest reason for a failure, in bytes.
    public static let errorLimit = 2_000

    /// A thing as the decision sees it.
    public struct Thing: Hashable, Sendable {
        /// The kind of the thing: `message`, `folder`, …
        public let entity: String
        public let id: UniqueID
        public let stream: StreamID
        /// ``StreamID/none`` for a thing of no account.
        public let account: StreamID
        public let state: OutboxState
        /// The number of events in its stream, without those of the outbox.
        public let version: Int

        public init(
            entity: String, id: UniqueID, stream: StreamID, account: StreamID, state: OutboxState, version: Int
        ) {
            self.entity = entity
            self.id = id
            self.stream = stream
            self.account = account
            self.state = state
            self.version = version
        }

        /// An event at the end of the thing's stream.
        public func event(_ event: OutboxStateChanged) -> ProposedEvent {
            ProposedEvent(
                event, target: .any(.existing(stream)),
                account: account == .none ? .none : .stream(.existing(account)))
        }
    }

    /// Decides on one event with every field that changes, and on none if all is known already.
    ///
    /// - Parameter expected: The version that was carried; nil if that does not matter.
    /// - Throws: ``DomainError/conflict(_:hint:)`` with both versions where the thing has another one by now.
    public func decide(_ thing: Thing, at time: Timestamp, expecting expected: Int? = nil) throws -> [ProposedEvent] {
        if let expected, expected != thing.version {
            throw DomainError.conflict(
                "\(thing.entity) \(thing.id) has version \(thing.version), not \(expected)",
                hint: .readChanges)
        }
        var state = thing.state
        switch self {
        case .pending: state.markAsPending()
        case .synced: state.markAsSynced(at: time)
        case .failed(let reason):
            try Self.check(reason)
            state.markAsFailed(reason, at: time)
        case .conflict(let server):
            guard server >= 0 else { throw DomainError.invalid(field: "server_version", reason: "is below 0") }
            state.markAsConflicting(OutboxVersions(local: thing.version, server: server), at: time)
        }
        let event = OutboxStateChanged(entity: thing.entity, id: thing.id, from: thing.state, to: state)
        return event.map { [thing.event($0)] } ?? []
    }

    private static func check(_ reason: String) throws {
        let fault =
            TextRule.fault(ofLine: reason, maximum: errorLimit)
            ?? (SecretFieldPolicy.holdsUserInfo(reason) ? .holdsSecret : nil)
        if let fault { throw DomainError.invalid(field: "error", reason: fault.rawValue) }
    }
}
