import Compression
import Cryptography

/// The result of a copy between two stores.
public struct ContentCopy: Equatable, Sendable {
    /// Contents that were copied.
    public internal(set) var copied = 0
    /// Their size in bytes as stored.
    public internal(set) var storedBytes: Int64 = 0
    /// Contents that were there already.
    public internal(set) var present = 0
    /// Contents that cannot be copied, because they are damaged or their file is gone.
    public internal(set) var faults: [ContentFinding] = []

    public init() {}
}

extension ContentStore {
    /// The most contents, and the most bytes, that are copied in one commit.
    private static let batch = (count: 4096, bytes: Int64(32 << 20))

    /// Copies the contents that another store has and this one lacks, still compressed; it checks each on the way.
    ///
    /// Others may read and write the other store meanwhile. If it is stopped, this store is intact, and the next copy
    /// continues from there.
    ///
    /// - Parameter progress: Called with the numbers of contents done and in total; false stops, and keeps what was
    ///   copied so far.
    /// - Complexity: O(contents) look-ups in the two indexes; only new contents are read.
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

    /// Lists the contents that another store has and this one lacks, in the order in which they arrived there.
    private func missing(of source: ContentStore, counting present: inout Int) throws -> [ContentEntry] {
        var (missing, count): ([ContentEntry], Int) = ([], 0)
        // By digest, so that one index answers in both stores; the rows are in the order of their numbers.
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
            // A content that was removed after the list was made is not missing.
            if try source.contains(digest) { report.faults.append(.missing(digest)) }
        } catch ContentError.corrupt(_, let reason) {
            report.faults.append(.corrupt(digest, reason: reason))
        }
    }

    /// Copies a frame after checking its bytes, and returns its size.
    private mutating func copy(
        _ loaded: ContentStore.Loaded, of digest: SHA256Digest, from source: ContentStore
    ) throws -> Int64 {
        let location = try loaded.location.get()
        try source.stream(location, of: digest) { _ in }
        if case .pieces(let row) = location { return try copyPieces(of: row, from: source) }
        let dictionary = FrameDecompressor.dictionary(of: loaded.frame.span)
        if try dictionary != (store.loadedDictionary()?.number ?? 0) {
            try put(source.content(at: location, of: digest), digest: digest)
            return try store.row(of: digest)?.storedSize ?? 0
        }
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
