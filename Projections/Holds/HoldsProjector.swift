internal import CivilTime
public import EventLog
internal import Mail
public import SQLite

/// Keeps the holds, those that are over too.
public final class HoldsProjector: Projection {
    public static let name = "holds"
    public static let version = 2
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
        case is HoldRemoved:
            try connection.run(
                "UPDATE hold SET ended = \(bind: event.position.rawValue) WHERE id = \(bind: event.stream.rawValue)")
        case is AccountErased:
            try connection.run("DELETE FROM hold WHERE account_stream = \(bind: event.account.rawValue)")
        default:
            break
        }
    }
}
