public import Cryptography

extension ContentStore {
    /// Returns how many bytes a content has as it came; nil if it is not stored.
    public func size(of digest: SHA256Digest) throws -> Int64? {
        try row(of: digest)?.size
    }

    /// Cleans the engine's files of removed content; returns false if a reader still uses an older state.
    ///
    /// - Complexity: Linear in the database; other writers wait meanwhile, and as much space again is needed.
    public func purge() throws -> Bool {
        try backend.purge()
    }
}
