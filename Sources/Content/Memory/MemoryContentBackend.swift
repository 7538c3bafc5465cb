import Cryptography

/// One handle on contents in memory. Each call sees one state; a batch is seen by others once it is committed.
final class MemoryContentBackend: ContentBackend {
    typealias Content = ContentMemory.Content

    let path = ContentMemory.path
    let largestRow = ContentRow.largest
    private let memory: ContentMemory
    private let canWrite: Bool
    /// The contents that the running batch has written.
    private var written: [SHA256Digest: Content]?
    private var lastWritten: Int64 = 0
    private var sorted: (generation: Int, entries: [ContentOrder: [ContentEntry]]) = (-1, [:])

    init(of memory: ContentMemory, canWrite: Bool = true) {
        self.memory = memory
        self.canWrite = canWrite
    }

    /// All contents as this handle sees them. O(1) outside of a batch.
    private var contents: [SHA256Digest: Content] {
        let contents = memory.state.contents
        guard let written, !written.isEmpty else { return contents }
        return contents.merging(written) { $1 }
    }

    private func contents(_ digests: [SHA256Digest]) -> [Content?] {
        let contents = memory.state.contents
        return digests.map { written?[$0] ?? contents[$0] }
    }

    // MARK: Asking

    func dictionary() -> ContentDictionary? { .mail }

    func faultOfDictionary() -> String? { nil }

    func mendDictionary() {}

    func find(_ digests: [SHA256Digest]) -> [ContentRow?] {
        zip(digests, contents(digests)).map { digest, content in content?.row(of: digest) }
    }

    func load(
        _ digests: [SHA256Digest], _ body: (Int, ContentRow, borrowing Span<UInt8>) throws -> Void
    ) throws {
        for (index, content) in contents(digests).enumerated() {
            guard let content else { continue }
            let frame = content.isInPieces ? [] : content.pieces.first ?? []
            try body(index, content.row(of: digests[index]), frame.span)
        }
    }

    func openPieces(of row: ContentRow) throws -> any ContentPieces {
        guard let content = contents([row.digest])[0], content.isInPieces else {
            throw ContentError.missing(row.digest)
        }
        guard content.count == row.storedSize else {
            throw ContentError.corrupt(
                row.digest, reason: "its pieces have \(content.count) of \(row.storedSize) bytes")
        }
        return MemoryPieces(content.pieces)
    }

    func hasPieces(of row: ContentRow) -> Bool {
        contents([row.digest])[0].map { $0.count == row.storedSize } ?? false
    }

    func page(_ order: ContentOrder, after last: ContentEntry?, count: Int) -> [ContentEntry] {
        let entries = entries(in: order)
        guard let last else { return Array(entries.prefix(count)) }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if order.isBefore(last, entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return Array(entries[low...].prefix(count))
    }

    private func entries(in order: ContentOrder) -> [ContentEntry] {
        let generation = written == nil ? memory.state.generation : -1
        if generation >= 0, sorted.generation == generation, let entries = sorted.entries[order] { return entries }
        let entries = contents.map { digest, content in
            ContentEntry(
                number: content.number, digest: digest, size: content.size, storedSize: content.storedSize)
        }
        .sorted(by: order.isBefore)
        sorted = (generation, sorted.generation == generation ? sorted.entries : [:])
        sorted.entries[order] = entries
        return entries
    }

    func lastNumber() -> Int64 {
        max(memory.state.last, written == nil ? 0 : lastWritten)
    }

    func statistics() -> ContentStatistics {
        let contents = contents.values
        return ContentStatistics(
            count: contents.count, rawBytes: contents.reduce(0) { $0 + $1.size },
            storedBytes: contents.reduce(0) { $0 + $1.storedSize })
    }

    // MARK: Writing

    func batch<Output>(_ body: (any ContentWriter) throws -> Output) throws -> Output {
        try locked {
            (written, lastWritten) = ([:], 0)
            defer { written = nil }
            let output = try body(MemoryContentWriter(self))
            let (written, last) = (written ?? [:], lastNumber())
            memory.change { state in
                state.contents.merge(written) { $1 }
                state.last = last
            }
            return output
        }
    }

    private func locked<Output>(_ body: () throws -> Output) throws -> Output {
        guard canWrite else { throw ContentError.notWritable(path: path) }
        guard written == nil else { throw ContentError.busy }
        try memory.lock()
        defer { memory.unlock() }
        return try body()
    }

    func remove(_ digests: [SHA256Digest]) throws {
        try locked {
            memory.change { state in
                for digest in digests { state.contents[digest] = nil }
                state.last = state.contents.values.map(\.number).max() ?? 0
            }
        }
    }

    /// Puts a content into the batch; one that is there keeps its number.
    fileprivate func put(_ pieces: [[UInt8]], of digest: SHA256Digest, size: Int64, isInPieces: Bool) {
        let number = contents([digest])[0]?.number ?? lastNumber() + 1
        lastWritten = max(lastWritten, number)
        let storedSize = pieces.reduce(0) { $0 + Int64($1.count) }
        written?[digest] = Content(
            number: number, size: size, storedSize: storedSize, pieces: pieces, isInPieces: isInPieces)
    }

    // MARK: Care

    func purge() -> Bool { true }
    func mend() -> Bool { true }
    func forEachLeftover(_ body: (_ place: String) throws -> Bool) {}
    func removeLeftovers() throws -> Int { try locked { 0 } }
}

extension ContentMemory.Content {
    fileprivate var count: Int64 { pieces.reduce(0) { $0 + Int64($1.count) } }

    fileprivate func row(of digest: SHA256Digest) -> ContentRow {
        ContentRow(number: number, digest: digest, size: size, storedSize: storedSize, isInPieces: isInPieces)
    }
}

extension ContentOrder {
    fileprivate func isBefore(_ first: ContentEntry, _ second: ContentEntry) -> Bool {
        switch self {
        case .digest: first.digest < second.digest
        case .arrival: first.number < second.number
        }
    }
}

private final class MemoryContentWriter: ContentWriter {
    fileprivate let backend: MemoryContentBackend

    init(_ backend: MemoryContentBackend) {
        self.backend = backend
    }

    func insert(_ frame: [UInt8], of digest: SHA256Digest, size: Int64) {
        backend.put([frame], of: digest, size: size, isInPieces: false)
    }

    func makePieces() -> any ContentPieceWriter { MemoryPieceWriter(self) }
}

/// Cuts a frame into pieces of 1 MiB.
private final class MemoryPieceWriter: ContentPieceWriter {
    private let writer: MemoryContentWriter
    private var pieces: [[UInt8]] = []

    init(_ writer: MemoryContentWriter) {
        self.writer = writer
    }

    func append(_ bytes: borrowing Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            if (pieces.last?.count ?? ContentRow.largest) == ContentRow.largest { pieces.append([]) }
            let last = pieces.count - 1
            let count = min(bytes.count - offset, ContentRow.largest - pieces[last].count)
            unsafe bytes.extracting(offset..<offset + count).withUnsafeBufferPointer {
                unsafe pieces[last].append(contentsOf: $0)
            }
            offset += count
        }
    }

    func publish(as digest: SHA256Digest, size: Int64) {
        writer.backend.put(pieces, of: digest, size: size, isInPieces: true)
    }
}

private final class MemoryPieces: ContentPieces {
    private let pieces: [[UInt8]]
    private var piece = 0
    private var offset = 0

    init(_ pieces: [[UInt8]]) {
        self.pieces = pieces
    }

    func read(into buffer: inout [UInt8]) -> Int {
        while piece < pieces.count, offset == pieces[piece].count { (piece, offset) = (piece + 1, 0) }
        guard piece < pieces.count else { return 0 }
        let count = min(buffer.count, pieces[piece].count - offset)
        buffer.replaceSubrange(0..<count, with: pieces[piece][offset..<offset + count])
        offset += count
        return count
    }
}
