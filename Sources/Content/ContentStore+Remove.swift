public import Hashing
import SQLite

extension ContentStore {
    /// Lends the digest of each content and its bytes as they are stored, in the order of their digests.
    public func forEach(_ body: (SHA256Digest, _ storedSize: Int64) throws -> Void) throws {
        let statement = try calling {
            try connection.prepare("SELECT digest, stored_size FROM content ORDER BY digest")
        }
        try statement.forEach { row in
            let (digest, size) = try (row.nextBytes { SHA256Digest(span: $0) }, row.next(Int64.self))
            if let digest { try body(digest, size) }
            return true
        }
    }

    /// Removes contents in one commit.
    ///
    /// Call it for contents that nothing names, while nobody stores any for an event to come.
    public func remove(_ digests: some Sequence<SHA256Digest>) throws {
        guard !isStandIn else { throw ContentError.lost(path: path) }
        try calling {
            try connection.transaction(.immediate) {
                let delete = try connection.prepare("DELETE FROM content WHERE digest = ? RETURNING data IS NULL")
                for digest in digests {
                    // Within the lock: who stores the same bytes next makes the file anew. A row that a crash leaves without
                    // its file is mended so, too.
                    if try delete.first(digest.bytes, row: { try $0.next(Bool.self) }) == true { files?.remove(digest) }
                }
            }
        }
    }
}
