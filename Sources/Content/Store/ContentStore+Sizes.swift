public import Hashing

extension ContentStore {
    /// Returns how many bytes a content has as it came; nil if it is not stored.
    public func size(of digest: SHA256Digest) throws -> Int64? {
        try row(of: digest)?.size
    }

    /// Leaves no copy of what was removed where the engine itself kept one; false while somebody reads what was before.
    ///
    /// - Complexity: Linear in the database; other writers wait meanwhile, and as much space again is needed.
    public func purge() throws -> Bool {
        try backend.purge()
    }
}
