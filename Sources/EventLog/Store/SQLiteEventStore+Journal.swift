internal import Glibc
internal import SQLite

/// A file on a read-only medium has its latest changes in a journal that can only be read where it can be written.
///
/// Without the journal the answers would be old ones.
public struct UnmergedJournal: Error, Hashable, Sendable {
    public let path: String

    /// Whether a database's write-ahead log holds anything (<https://www.sqlite.org/wal.html>, section 5).
    static func stands(beside path: String) -> Bool { holdsAnything(path + "-wal") }

    /// Whether a database without one has a journal of a commit that did not come to its end.
    static func isHot(beside path: String) -> Bool { holdsAnything(path + "-journal") }

    private static func holdsAnything(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_size > 0
    }
}

extension UnmergedJournal: CustomStringConvertible {
    public var description: String {
        "\(path) has changes in a journal beside it, which cannot be read on a read-only medium;"
            + " copy the whole folder to a writable place and open it there"
    }
}

extension SQLiteError {
    /// SQLITE_NOTADB.
    var isNotADatabase: Bool { code == 26 }
}
