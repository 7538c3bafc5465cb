internal import Glibc
internal import Hashing

/// The key under which digests of what was erased are computed.
///
/// A plain digest of erased mail would let whoever has the log and a copy of the mail show that it was here. The key lies
/// in `keys/` beside the log: no backup, no export and no proof has it. Without it nothing that was erased is known again.
struct ErasureKey: Sendable, Hashable {
    private let bytes: [UInt8]

    private static let byteCount = 32

    private init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Draws a key for a ledger in memory.
    static func random() -> ErasureKey {
        guard let key = ErasureKey(bytes: randomBytes(byteCount)) else { preconditionFailure("a key has 32 bytes") }
        return key
    }

    // MARK: The file

    /// Reads the key's file, 64 hexadecimal digits; nil where there is none that can be read.
    init?(contentsOf path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 2 * Self.byteCount)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        guard count == buffer.count, let bytes = [UInt8](hex: String(decoding: buffer, as: UTF8.self)) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// Returns the key of a ledger, which is drawn and written down where there is none yet.
    static func made(in location: LedgerLocation) throws -> ErasureKey {
        let path = location.erasureKeyPath
        if let key = ErasureKey(contentsOf: path) { return key }
        try NewFile.makeFolder(location.keysDirectory)
        let aside = path + "-new-" + randomBytes(8).hex
        defer { unsafe unlink(aside) }
        let descriptor = unsafe open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        let text = Array((random().bytes.hex + "\n").utf8)
        let isWritten = unsafe write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        close(descriptor)
        // Of two processes that draw one at a time the first has it.
        guard isWritten, unsafe link(aside, path) == 0 || errno == EEXIST, let key = ErasureKey(contentsOf: path) else {
            throw failure(path)
        }
        return key
    }

    private static func failure(_ path: String) -> LedgerError {
        LedgerError.io(path: path, reason: unsafe String(cString: strerror(errno)))
    }

    // MARK: Digests

    /// The digest of what tells a message from others.
    func digest(ofIdentity identity: SHA256Digest) -> SHA256Digest {
        KeyedDigest.digest(of: Array("identity ".utf8) + identity.bytes, key: bytes)
    }

    /// The digest of a `Message-ID` without its angle brackets.
    func digest(ofMessageID id: String) -> SHA256Digest {
        KeyedDigest.digest(of: Array("message-id ".utf8) + Array(id.utf8), key: bytes)
    }
}

extension LedgerLocation {
    var erasureKeyPath: String { keysDirectory + "/erasure.key" }
}

extension Ledger {
    /// The key of what was erased; nil where nothing was yet, or the key is lost.
    var erasureKey: ErasureKey? {
        if let location { ErasureKey(contentsOf: location.erasureKeyPath) } else { erasureKeyInMemory }
    }

    /// The same, drawn where there is none.
    func makeErasureKey() throws -> ErasureKey {
        if let location { return try ErasureKey.made(in: location) }
        let key = erasureKeyInMemory ?? ErasureKey.random()
        erasureKeyInMemory = key
        return key
    }
}
