public import Cryptography

/// The result of a check of one content or one file.
public enum ContentFinding: Equatable, Sendable {
    /// Its bytes have its digest.
    case sound(SHA256Digest, size: Int64)
    /// Its bytes are damaged.
    case corrupt(SHA256Digest, reason: String)
    /// A row refers to it, and its file is gone.
    case missing(SHA256Digest)
    /// No row refers to this file of the store: a killed process left it, or a running batch is about to refer to it.
    case leftover(path: String)
    /// One of the store's copies of its dictionary is lost or damaged; its contents can still be read.
    case dictionary(copy: String)
    /// The index by which the store finds contents does not agree with them.
    case index(reason: String)
}

extension ContentStore {
    /// Decompresses every content, compares its digest, and looks for files that no row refers to.
    ///
    /// The closure returns false to stop early. Others may read and write meanwhile.
    public func verify(each body: (ContentFinding) throws -> Bool) throws {
        var (goesOn, isSound) = (true, true)
        try forEachPage(.arrival, count: 256) { page in
            var rest = page[...]
            while !rest.isEmpty, goesOn {
                let group = rest.prefixTogether()
                for (digest, loaded) in zip(group, try load(group)) where goesOn {
                    let found = try finding(of: digest, at: loaded.location)
                    if case .sound = found {} else { isSound = false }
                    goesOn = try body(found)
                }
                rest = rest.dropFirst(group.count)
            }
            return goesOn
        }
        if goesOn, let fault = try backend.faultOfDictionary() { goesOn = try body(.dictionary(copy: fault)) }
        // A damaged content says more than the index that leads to it.
        if goesOn, isSound, let fault = try backend.faultOfIndex() { goesOn = try body(.index(reason: fault)) }
        if goesOn { try backend.forEachLeftover { try body(.leftover(path: $0)) } }
    }

    /// Rebuilds the index of digests if it does not agree with the rows, and returns whether all agrees then.
    ///
    /// A check by digest follows the index: nobody would notice rows that the index lost.
    public func mendIndex() throws -> Bool {
        try backend.mend()
    }

    /// Removes files that no row refers to, such as a killed process leaves, and returns their number.
    ///
    /// Call it under the ledger's lock of the writer. It takes the store's own lock, too, so that a batch of another
    /// process keeps its files; files whose names no store makes are left alone.
    @discardableResult
    public func removeLeftovers() throws -> Int {
        try backend.removeLeftovers()
    }

    /// Reads contents, and reports the finding for each.
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
