/// How far a thing of this ledger has come to its server.
public enum OutboxStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// It waits to be carried there.
    case pending
    /// The server has it.
    case synced
    /// It was tried, and did not arrive.
    case failed
    /// The server has another version of it.
    case conflict

    /// Whether there is something to do, by a program or by a person.
    public var needsSync: Bool { self != .synced }
    /// Whether something stands in the way.
    public var hasError: Bool { self == .failed || self == .conflict }
}
