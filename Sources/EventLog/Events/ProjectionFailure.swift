internal import SQLiteDatabase

/// An event that a projection could not apply: all read models stay before its transaction until a program can apply
/// it.
public struct ProjectionFailure: Hashable, Sendable, CustomStringConvertible {
    public let projection: String
    public let position: Position
    public let stream: StreamID
    /// The stored type, as in `mail.message-added/1`.
    public let type: String
    public let reason: String

    public var description: String {
        "the projection \(projection) failed at event \(position) (\(type), stream \(stream)): \(reason)"
    }
}

/// The views' own file keeps the last failure, where a check of their health finds it.
extension ProjectionFailure {
    static func createTable(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE failure (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                projection TEXT NOT NULL,
                position INTEGER NOT NULL,
                stream INTEGER NOT NULL,
                type TEXT NOT NULL,
                reason TEXT NOT NULL
            ) STRICT;
            """)
    }

    /// Reads the failure from the views' file; nil if the last advance succeeded.
    init?(on connection: Connection) throws {
        let found = try connection.first("SELECT projection, position, stream, type, reason FROM failure") { row in
            try ProjectionFailure(
                projection: row.next(), position: row.next(), stream: row.next(), type: row.next(), reason: row.next())
        }
        guard let found else { return nil }
        self = found
    }

    func record(on connection: Connection) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO failure VALUES (
                1, \(bind: projection), \(bind: position.rawValue), \(bind: stream.rawValue), \(bind: type),
                \(bind: reason))
            """)
    }

    static func forget(on connection: Connection) throws {
        try connection.run("DELETE FROM failure")
    }
}
