public import EventLog
public import SQLiteDatabase

/// Queries for files that imports skipped.
public struct SkippedQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the reason recorded last for a file, or nil.
    public func reason(for source: String, account: StreamID) throws -> String? {
        try connection.first(
            "SELECT reason FROM skipped_file WHERE account = \(bind: account.rawValue) AND source = \(bind: source)"
        ) { try $0.next() }
    }

    /// Returns the files whose path has a text in it, in upper or lower case, in the order of their paths.
    public func files(containing text: String) throws -> [SkippedFileRow] {
        try connection.rows(
            """
            SELECT account.address, source, reason, detail, position
            FROM skipped_file JOIN account ON account.id = skipped_file.account
            WHERE instr(lower(source), lower(\(bind: text))) ORDER BY source, account.id
            """
        ) { row in
            try SkippedFileRow(
                account: row.next(), source: row.next(), reason: row.next(), detail: row.next(), position: row.next())
        }
    }
}
