public import CivilTime
public import Cryptography
public import EventLog
public import Mail
public import SQLiteDatabase

/// A copy of a message, with the facts that are needed to write it somewhere else.
public struct CopyRow: Sendable, Hashable {
    public let message: MessageID
    public let messageStream: StreamID
    /// Counts the copies of its message from 1.
    public let number: Int
    public let folder: StreamID
    /// The folders where it was found and its name there.
    public let source: String
    /// SHA-256 of the copy's own bytes.
    public let raw: SHA256Digest
    /// The mbox separator before it.
    public let fromLine: String?
    public let subject: String?
    public let fromAddress: String?
    /// The message's own date, else when it was received.
    public let shownDate: Timestamp
    public let receivedAt: Timestamp
}

extension CopyRow {
    fileprivate static let columns: SQL = """
        message.uuid, message.id, copy.number, copy.folder, copy.source, copy.raw, copy.from_line, message.subject,
            message.from_address, ifnull(message.date, message.received), message.received
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            message: row.next(), messageStream: row.next(), number: row.next(), folder: row.next(), source: row.next(),
            raw: row.next(), fromLine: row.next(), subject: row.next(), fromAddress: row.next(), shownDate: row.next(),
            receivedAt: row.next())
    }
}

/// Asks for copies; a filter is an SQL condition over the row `message`.
public struct CopiesQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Counts the copies of the messages that the filter takes, by folder; only in some folders on request.
    public func countsByFolder(
        _ range: MessageRange = .live, matching filter: SQL, in folders: Set<StreamID>? = nil
    ) throws -> [StreamID: Int] {
        let counts = try connection.rows(
            """
            SELECT copy.folder, count(*) FROM message CROSS JOIN copy
                ON copy.message = message.id AND \(range.conditionOfCopy)
            WHERE \(range.conditionOfMessage) AND \(filter) GROUP BY copy.folder
            """
        ) { try ($0.next(StreamID.self), $0.next(Int.self)) }
        return Dictionary(counts.filter { folders?.contains($0.0) ?? true }) { first, _ in first }
    }

    /// Lends the copies of the messages that the filter selects, the earliest message first.
    ///
    /// The closure returns false to stop early.
    ///
    /// - Parameter folder: Selects only the copies directly in this folder.
    public func forEach(
        _ range: MessageRange = .live, matching filter: SQL, in folder: StreamID? = nil,
        _ body: (CopyRow) throws -> Bool
    ) throws {
        let tables: SQL =
            if let folder {
                """
                copy CROSS JOIN message ON message.id = copy.message AND \(range.conditionOfCopy)
                    AND copy.folder = \(bind: folder.rawValue)
                """
            } else {
                "message CROSS JOIN copy ON copy.message = message.id AND \(range.conditionOfCopy)"
            }
        try connection.lend(
            """
            SELECT \(CopyRow.columns) FROM \(tables) WHERE \(range.conditionOfMessage) AND \(filter)
            ORDER BY message.sort_date, message.id, copy.number
            """, as: CopyRow.init(from:), to: body)
    }

    /// Returns the copies of a message by number.
    public func all(_ range: MessageRange = .live, of message: StreamID) throws -> [CopyRow] {
        var rows: [CopyRow] = []
        try forEach(range, matching: "message.id = \(bind: message.rawValue)") { row in
            rows.append(row)
            return true
        }
        return rows
    }
}
