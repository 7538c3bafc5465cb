package import EventLog
public import Mail
internal import Projections

/// A hold that prevents a command.
public struct HoldInTheWay: Sendable, Hashable {
    public let name: String
    /// The number of covered messages that would be removed.
    public let messages: Int
    /// Whether only a place is in the way, which its query names: it would end or get another name.
    public let isOfPlace: Bool
    /// Whether its query cannot be judged, so that it holds all mail.
    public let isUnclear: Bool
}

extension LedgerReader {
    /// Returns the holds that prevent the decided events, in the order in which they were added.
    package func holdsInTheWay(of events: [ProposedEvent]) throws -> [HoldInTheWay] {
        try obstacles(to: events).map(\.way)
    }

    func obstacles(to events: [ProposedEvent]) throws -> [(hold: HoldRow, way: HoldInTheWay)] {
        let lost = LostPlaces(by: events)
        let mayTake = RemovedMessages.mayBeTaken(by: events, contexts)
        guard mayTake || !lost.isEmpty else { return [] }
        return try beyondReach { reader in
            let guardian = try HoldGuard(reader)
            guard !guardian.isEmpty else { return [] }
            let covering = mayTake ? try guardian.covering(RemovedMessages(by: events, reader: reader)) : []
            let losing = try guardian.losing(lost).filter { hold in !covering.contains { $0.hold.id == hold.id } }
            return try (covering.map { ($0.hold, $0.messages, false) } + losing.map { ($0, 0, true) }).map {
                let way = HoldInTheWay(
                    name: $0.name, messages: $1, isOfPlace: $2, isUnclear: try guardian.isUnclear($0))
                return ($0, way)
            }
        }
    }
}

extension DomainError {
    /// Refuses to remove messages under holds, or a place that only the query of a hold names.
    ///
    /// - Precondition: There is such a hold.
    public static func held(by holds: [HoldInTheWay]) -> DomainError {
        let covering = holds.filter { !$0.isOfPlace }
        guard covering.isEmpty else {
            return .blocked(
                "held mail is neither deleted nor erased; it is held by",
                by: covering.map { "\"\($0.name)\"" + ($0.isUnclear ? ", whose query cannot be judged" : "") },
                hint: .endOrOverrideHolds)
        }
        return .blocked(
            "its mail would no longer be held; this place is named in the query of the hold",
            by: holds.map { "\"\($0.name)\"" }, hint: .replaceHolds)
    }
}

extension [HoldInTheWay] {
    /// Throws, as the command itself would, if a hold prevents it.
    package func refuse() throws {
        if !isEmpty { throw DomainError.held(by: self) }
    }
}
