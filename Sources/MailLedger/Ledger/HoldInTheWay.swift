package import EventLog
public import Mail
internal import Projections

/// A hold that covers some of what a command would take away.
public struct HoldInTheWay: Sendable, Hashable {
    public let name: String
    /// How many messages that it covers would go.
    public let messages: Int
}

extension LedgerReader {
    /// Returns the holds that stand in the way of what was decided, in the order in which they were added.
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
    /// Refuses to take away what holds cover.
    public static func held(by names: [String]) -> DomainError {
        .blocked("held mail is neither deleted nor erased; it is held by", by: names.map { "\"\($0)\"" })
    }
}

extension [HoldInTheWay] {
    /// Refuses what they stand in the way of, as doing it would.
    package func refuse() throws {
        if !isEmpty { throw DomainError.held(by: map(\.name)) }
    }
}
