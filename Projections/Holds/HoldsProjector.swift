internal import CivilTime
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the holds, including removed ones.
public final class HoldsProjector: Projection {
    public static let name = "holds"
    public static let version = 3
    public static let events: [any Event.Type]? = [
        HoldAdded.self, HoldRemoved.self, AccountErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try HoldsSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let added as HoldAdded:
            try connection.run(
                """
                INSERT INTO hold VALUES (
                    \(bind: event.stream.rawValue), \(bind: added.id.blob), \(bind: added.name),
                    \(bind: added.message?.blob), \(bind: added.account?.blob), \(bind: added.query),
                    \(bind: event.account.rawValue), \(bind: event.recordedAt.microseconds), NULL)
                """)
            announce(.created, event.stream.rawValue, event, changes)
        case is HoldRemoved:
            try connection.run(
                "UPDATE hold SET ended = \(bind: event.position.rawValue) WHERE id = \(bind: event.stream.rawValue)")
            announce(.destroyed, event.stream.rawValue, event, changes)
        case is AccountErased:
            let ended = try connection.rows(
                """
                SELECT id FROM hold WHERE account_stream = \(bind: event.account.rawValue) AND ended IS NULL ORDER BY id
                """
            ) { try $0.next(Int64.self) }
            for id in ended { announce(.destroyed, id, event, changes) }
            try connection.run("DELETE FROM hold WHERE account_stream = \(bind: event.account.rawValue)")
        default:
            break
        }
    }

    private func announce(_ kind: RowChange.Kind, _ id: Int64, _ event: RecordedEvent, _ changes: ChangeRecorder) {
        changes.announce(RowChange(kind, entity: Entity.hold, id: id, account: event.account.rawValue))
    }
}

extension HoldsProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
