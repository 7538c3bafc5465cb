/// The progress of a thing of this ledger towards its server.
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
    /// Whether it failed or is in conflict.
    public var hasError: Bool { self == .failed || self == .conflict }
}
