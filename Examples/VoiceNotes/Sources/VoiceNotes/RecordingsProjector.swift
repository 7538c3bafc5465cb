public import EventLog
import Projections
public import SQLiteDatabase

/// Keeps the recordings as they are now; those that are deleted stay, for an undo.
public final class RecordingsProjector: Projection {
    public static let name = "recordings"
    public static let version = 1

    /// What `diff` compares, and anybody may ask with SQL.
    static let table = PublicTable(
        "recordings", of: "recording", stream: "recording.id",
        "SELECT id, title, transcript FROM recording WHERE ended IS NULL")

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE recording (
                id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, title TEXT NOT NULL, transcript TEXT NOT NULL, ended INTEGER
            ) STRICT;
            """)
        try table.create(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        let id = event.stream.rawValue
        let kind: RowChange.Kind
        switch content {
        case let added as RecordingAdded:
            kind = .created
            try connection.run(
                """
                INSERT INTO recording VALUES (
                    \(bind: id), \(bind: added.id.uniqueID.bytes), \(bind: added.title), \(bind: added.transcript), NULL)
                """)
        case let renamed as RecordingRenamed:
            kind = .updated
            try connection.run("UPDATE recording SET title = \(bind: renamed.title.new) WHERE id = \(bind: id)")
        case is RecordingDeleted:
            kind = .destroyed
            try connection.run("UPDATE recording SET ended = \(bind: event.position.rawValue) WHERE id = \(bind: id)")
        case is RecordingRestored:
            kind = .created
            try connection.run("UPDATE recording SET ended = NULL WHERE id = \(bind: id)")
        case is RecordingErased:
            kind = .destroyed
            try connection.run("DELETE FROM recording WHERE id = \(bind: id)")
        default: return
        }
        changes.announce(RowChange(kind, entity: "recording", id: id, account: 0))
    }
}

/// A recording as it is now, or was at the moment that is asked about.
public struct Recording: Sendable {
    let id: RecordingID
    let stream: StreamID
    public internal(set) var title: String
    var isDeleted: Bool

    static func all(on connection: Connection) throws -> [Recording] {
        try connection.rows("\(select) WHERE ended IS NULL ORDER BY id", row: Recording.init(from:))
    }

    static func withStream(_ stream: StreamID, on connection: Connection) throws -> Recording? {
        try connection.first("\(select) WHERE id = \(bind: stream.rawValue)", row: Recording.init(from:))
    }

    private static let select: SQL = "SELECT uuid, id, title, ended IS NOT NULL FROM recording"

    private init(from row: inout RowReader) throws {
        (id, stream) = try (RecordingID(row.next(UniqueID.self)), row.next())
        (title, isDeleted) = try (row.next(), row.next())
    }

    /// An event at the end of its stream.
    func event(_ event: any Event) -> ProposedEvent {
        ProposedEvent(event, target: .any(.existing(stream)), account: .none)
    }
}
