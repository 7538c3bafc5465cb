internal import Content
internal import EventLog
internal import Hashing
internal import Mail
internal import Projections
internal import SQLite

/// What some messages say: indexed from the log and the stored content, as the search file is, and apart from that.
///
/// Whoever may write to the ledger's folder may write into the search file, and nothing checks that at each question. So what keeps
/// mail from going reads the mail itself.
final class OwnTexts {
    private let connection: Connection
    /// Messages whose content is not there, or is not what its digest says: nobody knows which words they have.
    private(set) var unreadable: [Int64] = []

    init(of messages: some Sequence<Int64>, by reader: LedgerReader) throws {
        connection = try Connection(path: "", mode: .create)
        try connection.run("CREATE TABLE message (id INTEGER PRIMARY KEY) STRICT")
        try connection.run("CREATE TABLE checkpoint (position INTEGER NOT NULL) STRICT")
        try connection.run("INSERT INTO checkpoint VALUES (\(bind: Int64.max))")
        let index = SearchIndex(file: nil, ledger: reader.store.identity.id, canWrite: true)
        try index.prepare(connection)
        try connection.transaction(.deferred) {
            for message in messages {
                try connection.run("INSERT INTO message VALUES (\(bind: message))")
                for arrival in try Self.arrivals(of: message, reader) {
                    guard try Self.isWhole(arrival.raw, reader.content) else {
                        unreadable.append(message)
                        continue
                    }
                    try index.index(arrival, (connection, "search")) {
                        try IndexedText(of: $0.raw, added: $0.added, by: reader.content.read)
                    }
                }
            }
        }
    }

    /// Returns those of the messages that a part of a filter takes which reads nothing but the full text.
    func messages(matching part: ResolvedFilter) throws -> [Int64] {
        try connection.rows("SELECT id FROM message WHERE \(part.sql(.gathered)) ORDER BY id") { try $0.next() }
    }

    /// The bytes that the log says the message has: those that it came with, and those that came later.
    private static func arrivals(of message: Int64, _ reader: LedgerReader) throws -> [SearchIndex.Arrival] {
        var arrivals = try self.arrivals(at: message, reader)
        guard arrivals.contains(where: { $0.added?.lacksBody == true }) else { return arrivals }
        for position in try reader.store.positions(of: StreamID(message), through: reader.store.head().position)
        where position.rawValue != message {
            arrivals += try self.arrivals(at: position.rawValue, reader)
        }
        return arrivals
    }

    private static func arrivals(at position: Int64, _ reader: LedgerReader) throws -> [SearchIndex.Arrival] {
        let selection = EventSelection(after: Position(position - 1), through: Position(position))
        return try reader.store.events(selection).flatMap { try SearchIndex.Arrival.all(in: $0, reader.catalogue) }
    }

    private static func isWhole(_ digest: SHA256Digest, _ content: ContentStore) throws -> Bool {
        do {
            var hasher = SHA256Hasher()
            try content.read(digest).forEachPiece { hasher.update($0) }
            return hasher.finalize() == digest
        } catch let error as ContentError {
            if case .missing = error { return false }
            guard error.isDamage else { throw error }
            return false
        }
    }
}
