internal import CivilTime
internal import Domain
public import EventLog
internal import Mail
internal import Outbox
public import SQLiteDatabase

/// Keeps of each thing how far it has come to its server.
public final class OutboxProjector: Projection {
    public static let name = "outbox"
    public static let version = 2
    public static let after = ["accounts"]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.outbox, in: OutboxSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try OutboxSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try OutboxSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let changed as OutboxStateChanged:
            try shown.announce(event.stream.rawValue, account: event.account.rawValue, changes) {
                try change(changed, event)
            }
        case is AccountErased:
            try connection.run("DELETE FROM outbox_state WHERE account = \(bind: event.account.rawValue)")
        case is any ErasingEvent:
            try shown.announce(event.stream.rawValue, account: event.account.rawValue, changes) {
                try connection.run("DELETE FROM outbox_state WHERE stream = \(bind: event.stream.rawValue)")
            }
        default:
            break
        }
    }

    private func change(_ changed: OutboxStateChanged, _ event: RecordedEvent) throws {
        let state = (try OutboxQuery(on: connection).state(of: event.stream) ?? OutboxState()).applying(changed)
        try connection.run(
            """
            INSERT OR REPLACE INTO outbox_state VALUES (
                \(bind: event.stream.rawValue), \(bind: changed.entity), \(bind: changed.id.bytes),
                \(bind: event.account.rawValue), \(bind: state.status?.rawValue), \(bind: state.retryCount),
                \(bind: state.lastAttempt?.microseconds), \(bind: state.lastSynced?.microseconds),
                \(bind: state.error), \(bind: state.versions?.local), \(bind: state.versions?.server))
            """)
    }
}

extension OutboxProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
