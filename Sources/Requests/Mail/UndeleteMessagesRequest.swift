internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage

/// Restores deleted messages, each to its place: an undo for just these.
///
/// A message that ended with its folder or its account comes back only with that, by undoing the operation.
///
/// - Throws: ``DomainError/conflict(_:hint:)`` if something prevents one of them, unless `partially`.
public struct UndeleteMessagesRequest: LedgerCommand {
    public static let name = "undelete-messages"
    public typealias Answer = OutcomeForm
    /// The selection of deleted messages.
    public var filter: MessageQuery
    /// Whether to skip the messages that something prevents.
    public var partially: Bool?

    enum CodingKeys: String, CodingKey {
        case filter
        case partially = "partial"
    }

    public init(filter: MessageQuery, partially: Bool? = nil) {
        self.filter = filter
        self.partially = partially
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<OutcomeForm> {
        let taken = try reader.filter(ofErasure: filter)
        let deleted = MessageFilter.and([.liveness(.deleted), taken])
        let rows = try reader.messages(matching: deleted)
        var returning = try MessageReturn(reader)
        for row in rows { try returning.bringBack(row) }
        let (events, obstacles) = returning.planned
        if let obstacle = obstacles.first, partially != true {
            let more = obstacles.count > 1 ? ", and \(obstacles.count - 1) more" : ""
            throw DomainError.conflict("\(obstacle)\(more)", hint: events.isEmpty ? nil : .doPart)
        }
        return try Decision.outcome(
            of: rows.count, changed: Set(events.map(\.existingStream)).count, events,
            told: .init(obstacles: obstacles)
        ).because(reader.cause(of: filter, readAs: taken))
    }
}
