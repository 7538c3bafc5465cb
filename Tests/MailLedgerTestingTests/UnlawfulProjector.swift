import EventLog
import SQLiteDatabase

/// Breaks the laws in one of the ways in which a read model can.
final class UnlawfulProjector: Projection {
    static let name = "unlawful"
    static let version = 1

    private let insertion: Statement
    // Nothing brings it back when the process ends.
    private var count = 0

    init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT INTO number VALUES (?, ?)")
    }

    static func createTables(on connection: Connection) throws {
        try connection.runScript("CREATE TABLE number (position INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT")
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        count += 1
        try insertion.run(event.position.rawValue, count)
    }
}
