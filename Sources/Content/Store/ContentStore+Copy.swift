import Hashing

/// What a copy between two stores did.
public struct ContentCopy: Equatable, Sendable {
    /// Contents that were copied.
    public internal(set) var copied = 0
    /// Their bytes as they are stored.
    public internal(set) var storedBytes: Int64 = 0
    /// Contents that were there already.
    public internal(set) var present = 0
    /// Contents that cannot be copied, since they are damaged or their file is gone.
    public internal(set) var faults: [ContentFinding] = []

    public init() {}
}

extension ContentStore {
    /// How many contents, and how many bytes of them, are copied in one commit.
    private static let batch = (count: 4096, bytes: Int64(32 << 20))

    /// Copies what another store has and this one has not, as it is compressed there; each content is checked on the way.
    ///
    /// Others may read and write the other store meanwhile. Stopped at any moment, what is here is whole, and the next copy
    /// goes on from there.
    ///
    /// - Parameter progress: Told how many of how many are copied; false stops, with what was copied so far.
    /// - Complexity: O(contents) look-ups in the two indexes; only what is new is read.
    public func copyContents(
        from source: ContentStore, progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
    ) throws -> ContentCopy {
        var report = ContentCopy()
        let missing = try missing(of: source, counting: &report.present)
        var next = 0
        var goesOn = true
        while next < missing.count, goesOn {
            try batch { batch in
                let start = next
                let bytes = report.storedBytes
                while next < missing.count, goesOn, next - start < Self.batch.count,
                    report.storedBytes - bytes < Self.batch.bytes
                {
                    let group = missing[next...].prefixTogether()
                    for (digest, loaded) in zip(group, try source.load(group, withFrames: true)) where goesOn {
                        try batch.copy(loaded, of: digest, from: source, into: &report)
                        next += 1
                        goesOn = progress(next, missing.count)
                    }
                }
            }
        }
        return report
    }

    /// Lists what another store has and this one has not, in the order in which it came there.
    private func missing(of source: ContentStore, counting present: inout Int) throws -> [ContentEntry] {
        var (missing, count): ([ContentEntry], Int) = ([], 0)
        // By digest, so that one index answers here and there; the rows lie in the order of their numbers.
        try source.forEachPage(.digest, count: 1024) { page in
            let found = try backend.find(page.map(\.digest))
            for (entry, row) in zip(page, found) {
                if row == nil { missing.append(entry) } else { count += 1 }
            }
            return true
        }
        present += count
        return missing.sorted { $0.number < $1.number }
    }
}

extension ContentBatch {
    fileprivate mutating func copy(
        _ loaded: ContentStore.Loaded, of digest: SHA256Digest, from source: ContentStore,
        into report: inout ContentCopy
    ) throws {
        do {
            report.storedBytes += try copy(loaded, of: digest, from: source)
            report.copied += 1
        } catch ContentError.missing {
            // What was taken away since the list was made is not missed.
            if try source.contains(digest) { report.faults.append(.missing(digest)) }
        } catch ContentError.corrupt(_, let reason) {
            report.faults.append(.corrupt(digest, reason: reason))
        }
    }

    /// Copies a frame after its bytes were found to be right, and returns how many it has.
    private func copy(
        _ loaded: ContentStore.Loaded, of digest: SHA256Digest, from source: ContentStore
    ) throws -> Int64 {
        let location = try loaded.location.get()
        try source.stream(location, of: digest) { _ in }
        if case .pieces(let row) = location { return try copyPieces(of: row, from: source) }
        if try location.size > Int64(store.backend.largestRow) {
            let pieces = try writer.makePieces()
            try pieces.append(loaded.frame.span)
            try pieces.publish(as: digest, size: location.size)
        } else {
            try writer.insert(loaded.frame, of: digest, size: location.size)
        }
        return Int64(loaded.frame.count)
    }

    private func copyPieces(of row: ContentRow, from source: ContentStore) throws -> Int64 {
        let from = try source.backend.openPieces(of: row)
        let pieces = try writer.makePieces()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var count = 0
        repeat {
            count = try from.read(into: &buffer)
            try pieces.append(buffer.span.extracting(0..<count))
        } while count > 0
        try pieces.publish(as: row.digest, size: row.size)
        return row.storedSize
    }
}
