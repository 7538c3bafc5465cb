public import Hashing

/// What a check of a store says of one content or one file.
public enum ContentFinding: Equatable, Sendable {
    /// Its bytes have its digest.
    case sound(SHA256Digest, size: Int64)
    /// Its bytes are damaged.
    case corrupt(SHA256Digest, reason: String)
    /// A row names it, and its file is gone.
    case missing(SHA256Digest)
    /// No row names this file of the store: a killed process left it, or a batch that runs is about to name it.
    case leftover(path: String)
}

extension ContentStore {
    /// Decompresses every content, compares its digest, and looks for files that no row names.
    ///
    /// The closure returns false to stop early. Others may read and write meanwhile.
    public func verify(each body: (ContentFinding) throws -> Bool) throws {
        var goesOn = true
        try forEachPage(.arrival, count: 256) { page in
            var rest = page[...]
            while !rest.isEmpty, goesOn {
                let group = rest.prefixTogether()
                for (digest, loaded) in zip(group, try load(group)) where goesOn {
                    goesOn = try body(finding(of: digest, at: loaded.location))
                }
                rest = rest.dropFirst(group.count)
            }
            return goesOn
        }
        if goesOn { try backend.forEachLeftover { try body(.leftover(path: $0)) } }
    }

    /// Builds the index of the digests anew where it does not agree with the rows, and returns whether all agrees then.
    ///
    /// A check by digest finds what the index says: rows that it lost would be missed by nobody.
    public func mendIndex() throws -> Bool {
        try backend.mend()
    }

    /// Removes files that no row names, as a killed process leaves them, and returns how many.
    ///
    /// Call it under the ledger's lock of the writer. It takes the store's own lock too, so that a batch of another process
    /// keeps its files; files that no store has named are left alone.
    @discardableResult
    public func removeLeftovers() throws -> Int {
        try backend.removeLeftovers()
    }

    /// Reads contents, and says what each is found to be.
    public func findings(of digests: some Sequence<SHA256Digest>) throws -> [ContentFinding] {
        var ahead = ContentsAhead(Array(digests), of: self)
        return try ahead.digests.map { digest in try finding(of: digest, at: ahead.location(of: digest)) }
    }

    private func finding(of digest: SHA256Digest, at location: Result<Location, ContentError>) throws -> ContentFinding
    {
        do {
            let location = try location.get()
            try stream(location, of: digest) { _ in }
            return .sound(digest, size: location.size)
        } catch ContentError.missing {
            return .missing(digest)
        } catch ContentError.corrupt(_, let reason) {
            return .corrupt(digest, reason: reason)
        }
    }
}
