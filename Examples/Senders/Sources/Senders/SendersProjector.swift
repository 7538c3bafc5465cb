public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the author of each message.
///
/// Whether a message still lives is known to the ledger's own tables, which a question joins: nothing has to be counted here.
public final class SendersProjector: Projection {
    public static let name = "senders"
    public static let version = 1

    private let insertion: Statement

    public init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT INTO sent VALUES (?, ?)")
    }

    public static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE sent (
                message INTEGER PRIMARY KEY, -- the stream of the message, as in the ledger's own tables
                address TEXT NOT NULL        -- of its first author, in lower case
            ) STRICT;
            """)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content, let added = content as? MessageAdded,
            let author = added.headers.from.first
        else { return }
        try insertion.run(event.stream.rawValue, author.address.lowercased())
    }
}
