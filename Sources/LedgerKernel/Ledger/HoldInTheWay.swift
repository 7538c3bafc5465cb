package import EventLog
public import Mail
internal import Projections

/// A hold that covers some of the messages that a command would remove.
public struct HoldInTheWay: Sendable, Hashable {
    public let name: String
    /// The number of covered messages that would be removed.
    public let messages: Int
}

extension LedgerReader {
    /// Returns the holds that prevent the decided events, in the order in which they were added.
    package func holdsInTheWay(of events: [ProposedEvent]) throws -> [HoldInTheWay] {
        guard RemovedMessages.mayBeTaken(by: events, contexts) else { return [] }
        return try beyondReach { reader in
            let guardian = try HoldGuard(reader)
            guard !guardian.isEmpty else { return [] }
            return try guardian.covering(RemovedMessages(by: events, reader: reader)).map {
                HoldInTheWay(name: $0.hold.name, messages: $0.messages)
            }
        }
    }
}

extension DomainError {
    /// Refuses to remove messages under holds.
    public static func held(by names: [String]) -> DomainError {
        .blocked(
            "held mail is neither deleted nor erased; it is held by", by: names.map { "\"\($0)\"" },
            hint: .endOrOverrideHolds)
    }

    /// Refuses another name for a place that holds find by its name.
    static func unnamed(by holds: [String]) -> DomainError {
        .blocked(
            "under another name this mail would no longer be held; the name stands in the query of the hold",
            by: holds.map { "\"\($0)\"" }, hint: .replaceHolds)
    }
}

extension [HoldInTheWay] {
    /// Throws, as the command itself would, if a hold prevents it.
    package func refuse() throws {
        if !isEmpty { throw DomainError.held(by: map(\.name)) }
    }
}
