public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps which files an import skipped, and why, so that a second run does not record them again.
public final class SkippedProjector: Projection {
    public static let name = "skipped"
    public static let version = 2
    public static let after = ["accounts"]
    public static let events: [any Event.Type]? = [
        FileSkipped.self, AccountErased.self,
    ]

    private let connection: Connection
    private let insertion: Statement

    public init(on connection: Connection) throws {
        self.connection = connection
        insertion = try connection.prepare("INSERT OR REPLACE INTO skipped_file VALUES (?, ?, ?, ?, ?)")
    }

    public static func createTables(on connection: Connection) throws {
        try SkippedSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let skipped as FileSkipped:
            try insertion.run(
                event.account.rawValue, skipped.source, skipped.reason, skipped.detail, event.position.rawValue)
            let account = event.account.rawValue
            guard try connection.isLive(account: account) else { break }
            changes.announce(RowChange(.updated, entity: Entity.account, id: account, account: account))
        case is AccountErased:
            try connection.run("DELETE FROM skipped_file WHERE account = \(bind: event.account.rawValue)")
        default:
            break
        }
    }
}

extension SkippedProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
