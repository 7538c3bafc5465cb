public import Cryptography

extension ContentStore {
    /// The greatest number of contents in one request, and their greatest size in bytes: an engine may be across a
    /// network.
    static let together = (count: 128, bytes: Int64(8 << 20))

    /// Returns those of the given contents that are stored; it does not read their bytes.
    ///
    /// - Complexity: One question to the engine for some hundreds of them.
    public func stored(among digests: some Collection<SHA256Digest>) throws -> Set<SHA256Digest> {
        var stored: Set<SHA256Digest> = []
        try forEachRow(of: digests) { stored.insert($0.digest) }
        return stored
    }

    /// Returns those of some contents that need not be written: a row whose pieces are gone or cut is written again.
    func wholes(among digests: [SHA256Digest]) throws -> Set<SHA256Digest> {
        var wholes: Set<SHA256Digest> = []
        try forEachRow(of: digests) { row in
            if try !row.isInPieces || backend.hasPieces(of: row) { wholes.insert(row.digest) }
        }
        return wholes
    }

    /// Returns how many bytes those of some contents have that are stored, as they came.
    ///
    /// - Complexity: One question to the engine for some hundreds of them.
    public func sizes(of digests: some Collection<SHA256Digest>) throws -> [SHA256Digest: Int64] {
        var sizes: [SHA256Digest: Int64] = [:]
        try forEachRow(of: digests) { sizes[$0.digest] = $0.size }
        return sizes
    }

    private func forEachRow(of digests: some Collection<SHA256Digest>, _ body: (ContentRow) throws -> Void) throws {
        var rest = Array(digests)[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(512))
            for case let row? in try backend.find(some) { try body(row) }
            rest = rest.dropFirst(some.count)
        }
    }

    /// A content that was asked for with others.
    struct Loaded {
        var location: Result<Location, ContentError>
        /// The stored bytes; empty if they were not requested.
        var frame: [UInt8] = []
    }

    /// Loads contents by one call, in the order of the question. The caller bounds their bytes.
    func load(_ digests: [SHA256Digest], withFrames: Bool = false) throws -> [Loaded] {
        var loaded = digests.map { Loaded(location: .failure(.missing($0))) }
        try loadedDictionary()
        try backend.load(digests) { index, row, frame in
            do {
                loaded[index].location = try .success(unpack(row, frame))
            } catch let error as ContentError {
                loaded[index].location = .failure(error)
            }
            if withFrames { loaded[index].frame = unsafe frame.withUnsafeBufferPointer { unsafe Array($0) } }
        }
        return loaded
    }
}

extension ArraySlice<ContentEntry> {
    /// The digests of those at the front that are asked for together.
    func prefixTogether() -> [SHA256Digest] {
        var bytes: Int64 = 0
        var digests: [SHA256Digest] = []
        for entry in self.prefix(ContentStore.together.count) {
            bytes += ContentStore.weight(Swift.max(entry.size, entry.storedSize))
            if bytes > ContentStore.together.bytes, !digests.isEmpty { break }
            digests.append(entry.digest)
        }
        return digests
    }
}

extension ContentStore {
    /// The memory that a waiting content of a size takes; larger ones are decompressed only on request.
    static func weight(_ size: Int64) -> Int64 { max(0, min(size, Int64(largestBytes))) }
}
