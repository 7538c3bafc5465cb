internal import EventLog
internal import Mail
internal import Projections

/// Brings deleted messages back, each where it was: an undo for just these.
///
/// A message that ended with its folder or its account comes back with that alone, by undoing the operation.
///
/// - Throws: ``DomainError/conflict(_:hint:)`` when something is in the way of one of them, unless `partially`.
public struct UndeleteMessagesRequest: LedgerCommand {
    public static let name = "undelete-messages"
    public typealias Answer = OutcomeForm
    /// Which messages, of the deleted ones.
    public var filter: MessageQuery
    /// Whether those that something is in the way of are left out.
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
            throw DomainError.conflict("\(obstacle)\(more)")
        }
        return try Decision.outcome(
            of: rows.count, changed: Set(events.map(\.existingStream)).count, events,
            told: .init(obstacles: obstacles)
        ).because(reader.cause(of: filter, readAs: taken))
    }
}
