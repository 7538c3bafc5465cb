internal import CSQLite

/// A call that SQLite refused, by its result code.
///
/// The description never holds bound values: mail and names stay out of error messages and logs.
public struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code (<https://www.sqlite.org/rescode.html>).
    public let extendedCode: Int32
    /// SQLite's own words.
    public let message: String
    /// The statement that failed, with its placeholders unfilled.
    public let statement: String?

    package init(extendedCode: Int32, message: String, statement: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message
        self.statement = statement
    }

    /// The primary result code.
    public var code: Int32 { extendedCode & 0xff }

    /// Whether another connection holds the lock that this call needed.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// Whether the call was interrupted.
    public var isInterrupted: Bool { code == SQLITE_INTERRUPT }
    /// Whether the file is no database, or a damaged one.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
    /// Whether a constraint or a trigger's RAISE refused the row.
    public var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// Whether the medium or the file's mode forbids the write.
    public var isReadOnly: Bool { code == SQLITE_READONLY || code == SQLITE_PERM }
    /// Whether the file could not be opened.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
    /// Whether the system could not read or write the file.
    public var isInputOutput: Bool { code == SQLITE_IOERR }
    /// Whether the disk is full.
    public var isFull: Bool { code == SQLITE_FULL }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        let place = statement.map { " in: \($0.prefix(200))" } ?? ""
        return "SQLite error \(extendedCode): \(message)\(place)"
    }
}
