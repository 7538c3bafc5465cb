internal import Content
internal import Cryptography
internal import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The texts of some messages, indexed from the log and the stored content like the search file, but separately.
///
/// Anyone who may write to the ledger's folder may change the search file, and no question checks it. So the check that
/// protects mail from removal reads the mail itself.
final class OwnTexts {
    private let connection: Connection
    /// Messages whose content is missing or does not match its digest, so that their words are unknown.
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

    /// Returns those of the messages that match a part of a filter which reads only the full text.
    func messages(matching part: ResolvedFilter) throws -> [Int64] {
        try connection.rows("SELECT id FROM message WHERE \(part.sql(.gathered)) ORDER BY id") { try $0.next() }
    }

    /// The bytes of a message by its events: those it came with, and those that came later.
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
        return try reader.store.events(selection).flatMap {
            try SearchIndex.Arrival.all(in: $0, of: reader.store, reader.catalogue)
        }
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
