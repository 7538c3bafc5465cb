public import Hashing
import SQLite

extension ContentStore {
    /// Returns how many bytes a content has as it came; nil where it is not stored.
    public func size(of digest: SHA256Digest) throws -> Int64? {
        try calling {
            try connection.first("SELECT size FROM content WHERE digest = \(bind: digest.bytes)") { try $0.next() }
        }
    }

    /// Writes the database anew, so that no page keeps what was removed (<https://www.sqlite.org/lang_vacuum.html>), and
    /// cuts its journal to nothing; false while somebody reads what was before.
    ///
    /// - Complexity: Linear in the database; other writers wait meanwhile, and as much space again is needed.
    public func purge() throws -> Bool {
        try calling {
            try connection.run("VACUUM")
            return try connection.truncateJournal()
        }
    }
}
