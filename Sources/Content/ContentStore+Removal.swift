public import Hashing
import SQLite

extension ContentStore {
    /// Returns how many bytes a content has as it came; nil where it is not stored.
    public func size(of digest: SHA256Digest) throws -> Int64? {
        try calling {
            try connection.first("SELECT size FROM content WHERE digest = \(bind: digest.bytes)") { $0.integer(0) }
        }
    }

    /// Takes contents away for good, and returns how many there were.
    ///
    /// Call it under the ledger's lock of the writer, for contents that no event names any more. A process that is killed
    /// meanwhile leaves rows whose files are gone: the same call again takes them away.
    @discardableResult
    public func remove(_ digests: Set<SHA256Digest>) throws -> Int {
        try calling {
            // Freed bytes are overwritten (sqlite.org/pragma.html#pragma_secure_delete).
            _ = try connection.first("PRAGMA secure_delete = ON") { $0.integer(0) }
            return try connection.transaction(.immediate) {
                try files?.removeForGood(digests)
                var count = 0
                for digest in digests {
                    count += try connection.run("DELETE FROM content WHERE digest = \(bind: digest.bytes)")
                }
                return count
            }
        }
    }

    /// Writes the database anew, so that no page keeps what was removed, and cuts its journal to nothing; false while
    /// somebody reads what was before.
    ///
    /// - Complexity: Linear in the database; other writers wait meanwhile, and as much space again is needed.
    public func purge() throws -> Bool {
        try calling {
            try connection.run("VACUUM")
            return try connection.truncateJournal()
        }
    }
}
