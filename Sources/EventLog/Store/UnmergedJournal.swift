internal import DiskFiles
internal import SQLiteDatabase

/// A file on a read-only medium has half of a commit, and rolling it back by its journal takes write permission.
///
/// Without the journal the answers would be wrong.
public struct UnmergedJournal: Error, Hashable, Sendable {
    public let path: String

    /// Whether a database without a write-ahead log has a journal of a commit that did not come to its end.
    static func isHot(beside path: String, on files: any Files) -> Bool {
        files.size(of: path + "-journal") ?? 0 > 0
    }
}

extension UnmergedJournal: CustomStringConvertible {
    public var description: String {
        "\(path) has changes in a journal beside it, which cannot be read on a read-only medium;"
            + " copy the whole folder to a writable place and open it there"
    }
}

extension SQLiteError {
    /// A read model that was just built and cannot be used, which says nothing about the log.
    static func damaged(_ what: String) -> SQLiteError {
        // SQLITE_CORRUPT.
        SQLiteError(extendedCode: 11, message: what)
    }

    /// SQLITE_NOTADB.
    var isNotADatabase: Bool { code == 26 }
}
