import Compression
public import Cryptography

/// Stores contents by their SHA-256, compressed, the same bytes once.
///
/// ```swift
/// let store = try ContentStore(directory: ledger, mode: .create)
/// let digest = try store.batch { try $0.put(bytes: message) }
/// let content = try store.read(digest)
/// ```
///
/// It compresses, checks and streams; a ``ContentBackend`` keeps what it makes. A store is used by one thread at a time;
/// others open their own at its ``sharedPlace``.
public final class ContentStore {
    /// Contents up to this many bytes are read into memory.
    static let largestBytes = 4 << 20

    private let place: ContentPlace
    private let access: ContentAccess
    private let makeBackend: (ContentAccess) throws -> any ContentBackend
    /// Whether a stand-in replaces a missing store.
    private let isOptional: Bool
    // A list of messages needs no content: opening the store costs as much as a third of a short question.
    private lazy var opened = Result { try openBackend() }

    private struct Opened {
        let backend: any ContentBackend
        var isStandIn = false
    }
    private var compressor = FrameCompressor()
    var decompressor = FrameDecompressor()
    /// The dictionary of the backend's frames, once it was asked for.
    private var dictionary: ContentDictionary??
    /// Whether this store has seen to the copies of the dictionary.
    private var hasMended = false

    /// Makes the store of a place, which is opened at its first use.
    ///
    /// - Parameters:
    ///   - isOptional: Whether a stand-in without content replaces it if it is missing, something else, or damaged.
    ///     With the stand-in each content is missing, and each batch throws ``ContentError/lost(path:)``.
    ///   - open: Opens a backend that only this store may use, because it shares a transaction with the log of the same
    ///     thread; nil opens the place's.
    public init(
        at place: ContentPlace, access: ContentAccess = .readWrite, isOptional: Bool = false,
        opening open: ((ContentAccess) throws -> any ContentBackend)? = nil
    ) {
        self.place = place
        self.access = access
        makeBackend = open ?? place.open
        self.isOptional = isOptional
    }

    /// The place where other threads open their own stores of the same contents; nil if only this store has them.
    public var sharedPlace: ContentPlace? { place.isShared ? place : nil }

    // MARK: Opening

    /// Opens it now, so that a fault is thrown here.
    func open() throws {
        _ = try opened.get()
    }

    var backend: any ContentBackend {
        get throws { try opened.get().backend }
    }

    /// Whether this store replaces one that is gone: it has no content, and accepts none.
    public var isStandIn: Bool { (try? opened.get().isStandIn) ?? false }

    private func openBackend() throws -> Opened {
        do {
            return try Opened(backend: makeBackend(access))
        } catch let error as ContentError where isOptional && error.meansNoStore {
            return Opened(backend: MemoryContentBackend(of: ContentMemory()), isStandIn: true)
        }
    }

    /// Throws `ContentError.lost` if this store replaces one that is gone.
    public func requireStore() throws(ContentError) {
        if isStandIn { throw .lost(path: place.path) }
    }

    // MARK: Frames

    /// Makes the frame of a content for a row.
    func frame(of bytes: [UInt8]) throws -> [UInt8] {
        try loadedDictionary()
        return compressor.frame(of: bytes)
    }

    /// The dictionary of the backend's frames, which are made and read with it from then on; nil if they have none.
    @discardableResult
    func loadedDictionary() throws -> ContentDictionary? {
        if let dictionary { return dictionary }
        let found = try backend.dictionary()
        if let found {
            compressor.load(dictionary: found.bytes)
            do { try decompressor.load(dictionary: found.bytes) } catch {
                throw ContentError.corrupt(found.digest, reason: error.reason)
            }
        }
        dictionary = .some(found)
        return found
    }

    /// Returns how rows of this store are compressed, for packers of other threads.
    public func packing() throws -> ContentPacker.Packing {
        try ContentPacker.Packing(dictionary: loadedDictionary())
    }

    // MARK: Writing

    /// Stores contents in one commit, which lasts when the call returns, or none of them when the closure throws.
    ///
    /// Other processes wait meanwhile until they write; readers do not. A batch within a batch is refused.
    ///
    /// - Throws: `ContentError.busy`, `.notWritable`, `.full`, `.lost`.
    public func batch<Output>(_ body: (inout ContentBatch) throws -> Output) throws -> Output {
        try requireStore()
        if !hasMended {
            try backend.mendDictionary()
            hasMended = true
        }
        return try backend.batch { writer in
            var batch = ContentBatch(store: self, writer: writer)
            return try body(&batch)
        }
    }

    /// Opens a file without a name beside the contents, to collect one that comes in pieces.
    public func makeScratchFile() throws -> ContentFile {
        try ContentFile.scratch(in: isStandIn ? nil : place.scratchFolder, on: place.disk)
    }

    // MARK: Asking

    /// Whether a content is stored; it does not read its bytes.
    public func contains(_ digest: SHA256Digest) throws -> Bool {
        try row(of: digest) != nil
    }

    func row(of digest: SHA256Digest) throws -> ContentRow? {
        try backend.find([digest]).first ?? nil
    }

    /// The number of the content that was put in last: less than before where contents are gone that were there. O(1).
    package func lastNumber() throws -> Int64 {
        try backend.lastNumber()
    }

    /// Counts the contents, their bytes as they came, and their bytes as they are stored.
    ///
    /// - Complexity: O(contents), over the index alone.
    public func stats() throws -> ContentStatistics {
        try backend.statistics()
    }
}

extension ContentError {
    fileprivate var meansNoStore: Bool {
        if case .notAStore = self { return true }
        return isDamage
    }
}
