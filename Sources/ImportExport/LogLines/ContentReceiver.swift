internal import Content
internal import Cryptography
internal import EventLog

/// Stores the contents that come in lines among exported events, each before the event that names it is recorded.
struct ContentReceiver {
    private let store: ContentStore
    /// Contents that are whole and wait to be stored together.
    private var waiting: [(digest: SHA256Digest, bytes: [UInt8])] = []
    private var waitingBytes = 0
    private var open: OpenContent?
    /// The new contents that were stored.
    private(set) var stored: Set<SHA256Digest> = []

    /// The number of bytes that are stored in one commit.
    private static let batchSize = 16 << 20

    init(_ store: ContentStore) {
        self.store = store
    }

    mutating func take(_ piece: LogLine.Content) throws {
        guard let bytes = [UInt8](base64: piece.bytes) else { throw UnfitLine("its bytes are no BASE64") }
        guard piece.size >= 0, bytes.count <= LogLine.pieceSize else {
            throw UnfitLine("a piece of a content is too long")
        }
        if open == nil, piece.offset == 0, bytes.count == piece.size {
            return try take(bytes, piece.digest)
        }
        var content = try open ?? OpenContent(piece, in: store)
        guard content.digest == piece.digest, content.size == piece.size, content.count == piece.offset,
            !bytes.isEmpty, content.count + Int64(bytes.count) <= content.size
        else { throw UnfitLine("it is not the next piece of the content before it") }
        try content.append(bytes)
        open = content
        if content.count == content.size {
            open = nil
            try store(content)
        }
    }

    private mutating func take(_ bytes: [UInt8], _ digest: SHA256Digest) throws {
        guard SHA256Hasher.digest(of: bytes) == digest else { throw UnfitLine.otherDigest }
        waiting.append((digest, bytes))
        waitingBytes += bytes.count
        if waitingBytes >= Self.batchSize { try flush() }
    }

    private mutating func store(_ content: OpenContent) throws {
        try flush()
        let isNew = try !store.contains(content.digest)
        let digest = try store.batch { try $0.put(content.file.file) }
        guard digest == content.digest else { throw UnfitLine.otherDigest }
        if isNew { stored.insert(digest) }
    }

    private mutating func flush() throws {
        guard !waiting.isEmpty else { return }
        let digests = waiting.map(\.digest)
        stored.formUnion(try Set(digests).subtracting(store.stored(among: digests)))
        try store.batch { try $0.put(waiting.map { .bytes($0.bytes, digest: $0.digest) }) }
        waiting.removeAll()
        waitingBytes = 0
    }

    /// Stores what waits; a content that is not whole is refused.
    mutating func finish() throws {
        guard open == nil else { throw UnfitLine("a content is not whole") }
        try flush()
    }
}

/// A content that comes in several lines.
private struct OpenContent {
    let digest: SHA256Digest
    let size: Int64
    let file: ContentFile
    private(set) var count: Int64 = 0

    init(_ piece: LogLine.Content, in store: ContentStore) throws {
        digest = piece.digest
        size = piece.size
        file = try store.makeScratchFile()
    }

    mutating func append(_ bytes: [UInt8]) throws {
        try file.append(bytes)
        count += Int64(bytes.count)
    }
}

extension UnfitLine {
    fileprivate static let otherDigest = UnfitLine("its bytes have another digest")
}
