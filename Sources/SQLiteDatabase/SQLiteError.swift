internal import CSQLite
internal import Glibc

/// A call that SQLite refused, by its result code.
///
/// The description contains neither bound values nor the statement: mail, names and SQL stay out of error messages and
/// logs.
public struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code (<https://www.sqlite.org/rescode.html>).
    public let extendedCode: Int32
    /// SQLite's own words.
    public let message: String
    /// The statement that failed, with its placeholders unfilled.
    public let statement: String?
    /// The system's errno for a file that could not be opened, read or written; 0 if there is none.
    public let systemCode: Int32

    package init(extendedCode: Int32, message: String, statement: String? = nil, systemCode: Int32 = 0) {
        self.extendedCode = extendedCode
        self.message = message
        self.statement = statement
        self.systemCode = systemCode
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
    /// Whether the statement names a table that is not there.
    public var isMissingTable: Bool { code == SQLITE_ERROR && message.hasPrefix("no such table") }
    /// Whether the statement names a table, a column or an index that is not there, or the file says that it is newer.
    public var isOfOtherSchema: Bool {
        guard code == SQLITE_ERROR else { return false }
        return isMissingTable
            || ["no such column", "no such index", "unsupported file format"].contains { message.hasPrefix($0) }
    }
    /// Whether a text that a JSON function was given is no JSON.
    public var isMalformedJSON: Bool { code == SQLITE_ERROR && message == "malformed JSON" }
    /// Whether the file could not be opened.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
    /// Whether the file could not be opened because its mode or the medium forbids it.
    public var isForbidden: Bool { isCannotOpen && [EACCES, EPERM, EROFS].contains(systemCode) }
    /// Whether the system could not read or write the file.
    public var isInputOutput: Bool { code == SQLITE_IOERR }
    /// Whether the disk is full.
    public var isFull: Bool { code == SQLITE_FULL }
    /// Whether the connection is confined to other rows than the statement asks for.
    public var isDenied: Bool { code == SQLITE_AUTH }
    /// Whether there was no memory for it.
    public var isOutOfMemory: Bool { code == SQLITE_NOMEM }
    /// Whether the system refused a descriptor, memory, room or a read; this does not mean that the file is damaged.
    public var isOfSystem: Bool {
        isCannotOpen || isInputOutput || isFull || [SQLITE_NOMEM, SQLITE_PROTOCOL].contains(code)
    }
    /// Whether a file could not be made, written or made larger where a database lies, which may still be read.
    public var meansNoRoom: Bool {
        if isFull || isReadOnly { return true }
        return (isCannotOpen || isInputOutput) && [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM].contains(systemCode)
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        "SQLite error \(extendedCode): \(message)"
    }
}
