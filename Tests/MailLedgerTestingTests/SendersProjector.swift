import EventLog
import Mail
import SQLite

/// Who wrote each message, as a program may add it: liveness is asked of the ledger's own tables when a question is.
final class SendersProjector: Projection {
    static let name = "senders"
    static let version = 1

    private let insertion: Statement

    init(on connection: Connection) throws {
        insertion = try connection.prepare("INSERT INTO sent VALUES (?, ?)")
    }

    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            "CREATE TABLE sent (message INTEGER PRIMARY KEY, address TEXT NOT NULL) STRICT")
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content, let added = content as? MessageAdded,
            let author = added.headers.from.first
        else { return }
        try insertion.run(event.stream.rawValue, author.address.lowercased())
    }
}

/// The authors of live messages, `address count`, the most messages first.
func senders(on connection: Connection) throws -> [String] {
    try connection.rows(
        """
        SELECT sent.address, count(*) FROM senders.sent AS sent JOIN message ON message.id = sent.message
        WHERE message.is_live GROUP BY sent.address ORDER BY count(*) DESC, sent.address
        """
    ) { "\($0.text(0)) \($0.integer(1))" }
}

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
