internal import Glibc
internal import SQLite

/// A file on a read-only medium has its latest changes in a journal that can only be read where it can be written.
///
/// Without the journal the answers would be old ones.
public struct UnmergedJournal: Error, Hashable, Sendable {
    public let path: String

    /// Whether a database's write-ahead log holds anything (<https://www.sqlite.org/wal.html>, section 5).
    static func stands(beside path: String) -> Bool {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }
}

extension UnmergedJournal: CustomStringConvertible {
    public var description: String {
        "\(path) has changes in its -wal file, which cannot be read on a read-only medium;"
            + " copy the whole ledger to a writable place and open it there"
    }
}

extension SQLiteError {
    /// SQLITE_NOTADB.
    var isNotADatabase: Bool { code == 26 }
}
