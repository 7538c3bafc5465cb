import Content
import Cryptography
import Synchronization

/// Contents in memory that count how often their engine is called.
final class CountedContents: Sendable {
    /// A kind of call.
    enum Call: Hashable, Sendable {
        case find, load, page, pieces, batch, insert, remove, statistics, other
    }

    private let memory = ContentMemory()
    private let counts = Mutex<[Call: Int]>([:])
    private let largest = Mutex((count: 0, bytes: Int64(0)))

    var place: ContentPlace {
        ContentPlace(path: "counted") { [self] access in
            CountingBackend(try memory.place.open(access), counts: self)
        }
    }

    fileprivate func count(_ call: Call) {
        counts.withLock { $0[call, default: 0] += 1 }
    }

    fileprivate func note(count: Int, bytes: Int64) {
        largest.withLock { $0 = (max($0.count, count), max($0.bytes, bytes)) }
    }

    /// Runs something, and returns how often it called the engine, and the most that it loaded together.
    func counting(
        _ body: () throws -> Void
    ) rethrows -> (calls: [Call: Int], loaded: (count: Int, bytes: Int64)) {
        counts.withLock { $0 = [:] }
        largest.withLock { $0 = (0, 0) }
        try body()
        return (counts.withLock { $0 }, largest.withLock { $0 })
    }
}

/// Passes every call on, and counts it.
private final class CountingBackend: ContentBackend {
    private let inner: any ContentBackend
    private let counts: CountedContents

    init(_ inner: any ContentBackend, counts: CountedContents) {
        self.inner = inner
        self.counts = counts
    }

    var path: String { inner.path }
    var largestRow: Int { inner.largestRow }

    func dictionary() throws -> ContentDictionary? { try inner.dictionary() }

    func faultOfDictionary() throws -> String? { try inner.faultOfDictionary() }

    func faultOfIndex() throws -> String? { try inner.faultOfIndex() }

    func mendDictionary() throws { try inner.mendDictionary() }

    func find(_ digests: [SHA256Digest]) throws -> [ContentRow?] {
        counts.count(.find)
        return try inner.find(digests)
    }

    func load(_ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void) throws {
        counts.count(.load)
        var bytes: Int64 = 0
        try inner.load(digests) { index, row, frame in
            if !row.isInPieces { bytes += row.size }
            try body(index, row, frame)
        }
        counts.note(count: digests.count, bytes: bytes)
    }

    func openPieces(of row: ContentRow) throws -> any ContentPieces {
        counts.count(.pieces)
        return try inner.openPieces(of: row)
    }

    func hasPieces(of row: ContentRow) throws -> Bool {
        counts.count(.pieces)
        return try inner.hasPieces(of: row)
    }

    func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) throws -> [ContentEntry] {
        counts.count(.page)
        return try inner.page(order, after: last, count: count)
    }

    func lastNumber() throws -> Int64 {
        counts.count(.other)
        return try inner.lastNumber()
    }

    func statistics() throws -> ContentStatistics {
        counts.count(.statistics)
        return try inner.statistics()
    }

    func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output {
        counts.count(.batch)
        return try inner.batch { try body(CountingWriter(inner: $0, counts: counts)) }
    }

    func remove(_ digests: [SHA256Digest]) throws {
        counts.count(.remove)
        try inner.remove(digests)
    }

    func purge() throws -> Bool { try inner.purge() }
    func mend() throws -> Bool { try inner.mend() }
    func forEachLeftover(_ body: (_ place: String) throws -> Bool) throws { try inner.forEachLeftover(body) }
    func removeLeftovers() throws -> Int { try inner.removeLeftovers() }
}

private final class CountingWriter: ContentWriter {
    private let inner: any ContentWriter
    private let counts: CountedContents

    init(inner: any ContentWriter, counts: CountedContents) {
        self.inner = inner
        self.counts = counts
    }

    // An engine may send many of them together.
    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) throws {
        counts.count(.insert)
        try inner.insert(frame, of: digest, size: size)
    }

    func makePieces() throws -> any ContentPieceWriter {
        try inner.makePieces()
    }
}
