public import EventLog
internal import Mail
public import SQLite

/// Keeps which files an import passed over, and why, so that a second run does not record them again.
public final class SkippedProjector: Projection {
    public static let name = "skipped"
    public static let version = 1
    public static let after = ["accounts"]

    private let insertion: Statement

    public init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT OR REPLACE INTO skipped_file VALUES (?, ?, ?, ?, ?)")
    }

    public static func createTables(on connection: Connection) throws {
        try SkippedSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content, let skipped = content as? FileSkipped else { return }
        try insertion.run(
            event.account.rawValue, skipped.source, skipped.reason, skipped.detail, event.position.rawValue)
    }
}
