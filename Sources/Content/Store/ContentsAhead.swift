public import Cryptography

/// Reads contents whose order is known ahead, some hundreds by one question to the engine.
///
/// ```swift
/// var ahead = ContentsAhead(rows.map(\.raw), of: store)
/// for row in rows { try write(row, ahead.read(row.raw)) }
/// ```
///
/// One by one costs 25 times as much where the engine is across a network. Up to 8 MiB wait in memory; what is kept in
/// pieces is not read before it is asked for. A content that was not named ahead is read by itself.
public struct ContentsAhead {
    /// The contents in the order in which they will be asked for; one may come again.
    public let digests: [SHA256Digest]
    private let store: ContentStore
    private var next = 0
    private var window: [SHA256Digest: Result<ContentStore.Location, ContentError>] = [:]
    private var readsAhead = true

    public init(_ digests: [SHA256Digest], of store: ContentStore) {
        self.digests = digests
        self.store = store
    }

    /// Returns a content after checking its digest.
    ///
    /// - Throws: `ContentError.missing`, or `ContentError.corrupt` with the fault.
    public mutating func read(_ digest: SHA256Digest) throws -> StoredContent {
        try store.content(at: location(of: digest).get(), of: digest)
    }

    mutating func location(of digest: SHA256Digest) throws -> Result<ContentStore.Location, ContentError> {
        if let found = window[digest] { return found }
        if readsAhead, let index = digests[next...].firstIndex(of: digest) {
            do {
                try fill(from: index)
            } catch is ContentError {
                // A damaged engine fails for all of them together: a request for a single one reports that one. Other
                // errors, such as a refusal by a server, are the same for each.
                (readsAhead, window) = (false, [:])
            }
            if let found = window[digest] { return found }
        }
        do {
            return try .success(store.locate(digest))
        } catch let error as ContentError {
            return .failure(error)
        }
    }

    private mutating func fill(from index: Int) throws {
        window = [:]
        next = index
        let sizes = try store.sizes(of: Set(digests[index...].prefix(ContentStore.together.count)))
        var (group, bytes): ([SHA256Digest], Int64) = ([], 0)
        while next < digests.count, next - index < ContentStore.together.count {
            let digest = digests[next]
            if window[digest] == nil {
                bytes += ContentStore.weight(sizes[digest] ?? 0)
                if bytes > ContentStore.together.bytes, !group.isEmpty { break }
                window[digest] = .failure(.missing(digest))
                group.append(digest)
            }
            next += 1
        }
        for (digest, loaded) in zip(group, try store.load(group)) { window[digest] = loaded.location }
    }
}
