public import Cryptography

extension ContentStore {
    /// Lends the digest and the stored size of each content, in the order of the digests.
    ///
    /// Others may write meanwhile: contents that they add or remove may be missing or included.
    public func forEach(_ body: (SHA256Digest, _ storedSize: Int64) throws -> Void) throws {
        try forEachPage(.digest, count: 1024) { page in
            for entry in page { try body(entry.digest, entry.storedSize) }
            return true
        }
    }

    /// Lends all contents, some hundreds at a time, until the closure is false.
    func forEachPage(_ order: ContentOrder, count: Int, _ body: ([ContentEntry]) throws -> Bool) throws {
        var last: ContentEntry?
        while true {
            let page = try backend.page(order, after: last, count: count)
            guard let final = page.last, try body(page) else { return }
            last = final
        }
    }

    /// Removes contents in one commit.
    ///
    /// Call it for contents that nothing refers to, while nobody stores any for a future event.
    ///
    /// - Throws: `ContentError.busy`, `.notWritable`, `.lost`.
    public func remove(_ digests: some Sequence<SHA256Digest>) throws {
        try requireStore()
        try backend.remove(Array(digests))
    }
}
