package import Cryptography
internal import DiskFiles
internal import Projections

/// The key for digests of erased mail.
///
/// With a plain digest, anyone who has the log and a copy of the mail could show that it was here. The key is in
/// `keys/` beside the log: no export and no proof has it, and a backup only if it includes keys. Without it, erased
/// mail is no longer recognised.
package struct ErasureKey: Sendable, Hashable {
    private let bytes: [UInt8]

    private static let byteCount = 32

    private init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Makes a random key for a ledger in memory.
    package static func random() -> ErasureKey {
        guard let key = ErasureKey(bytes: randomBytes(byteCount)) else { preconditionFailure("a key has 32 bytes") }
        return key
    }

    // MARK: The file

    /// Reads the key's file, 64 hexadecimal digits.
    init(contentsOf path: String, on files: any Files) throws(ErasureKeyFault) {
        let contents: [UInt8]?
        do {
            contents = try NewFile.contents(of: path, limit: 4096, on: files)
        } catch {
            var reason = error.description
            if case .io(_, let said) = error { reason = said }
            throw ErasureKeyFault(path: path, kind: .unreadable(reason: reason))
        }
        guard let contents else { throw ErasureKeyFault(path: path, kind: .missing) }
        let digits = String(decoding: contents.prefix(2 * Self.byteCount), as: UTF8.self)
        guard let bytes = [UInt8](hex: digits), let key = ErasureKey(bytes: bytes) else {
            throw ErasureKeyFault(path: path, kind: .malformed)
        }
        self = key
    }

    /// Makes a random key and writes it durably before anything is erased with it. Called under the writer's lock.
    ///
    /// A wrong key's file in its place is kept beside it, as `erasure.key.former-` and eight digits.
    static func draw(in location: LedgerLocation) throws -> ErasureKey {
        let path = location.erasureKeyPath
        try NewFile.makeFolder(location.keysDirectory, on: location.files)
        let digits = String(UInt32(truncatingIfNeeded: location.files.uniqueNumber()), radix: 16)
        let former = path + ".former-" + String(repeating: "0", count: 8 - digits.count) + digits
        do throws(FileError) {
            try location.files.rename(path, to: former)
        } catch {
            guard error.code == .notThere else { throw LedgerError.io(path: path, reason: error.reason) }
        }
        let key = random()
        try NewFile.replace(path, with: Array((key.bytes.hex + "\n").utf8), on: location.files)
        return key
    }

    // MARK: Digests

    /// A digest that distinguishes this key from others and reveals nothing else about it.
    package var check: SHA256Digest { KeyedDigest.digest(of: Array("check".utf8), key: bytes) }

    /// The digest of a message's identity, or of its reading digest.
    package func digest(ofIdentity identity: SHA256Digest) -> SHA256Digest {
        KeyedDigest.digest(of: Array("identity ".utf8) + identity.bytes, key: bytes)
    }

    /// The digest of a `Message-ID` without its angle brackets.
    package func digest(ofMessageID id: String) -> SHA256Digest {
        KeyedDigest.digest(of: Array("message-id ".utf8) + Array(id.utf8), key: bytes)
    }
}

extension LedgerLocation {
    package static let erasureKeyName = "/erasure.key"
    package var erasureKeyPath: String { keysDirectory + Self.erasureKeyName }
}

extension LedgerReader {
    /// Returns the key of earlier erasures; nil if no mail was erased.
    ///
    /// - Throws: ``ErasureKeyFault`` if it cannot be read, or is another one.
    package func erasureKey() throws -> ErasureKey? {
        let query = ErasuresQuery(on: connection)
        return try query.hasIdentities() ? try readErasureKey(query) : nil
    }

    fileprivate func readErasureKey(_ query: ErasuresQuery) throws -> ErasureKey {
        guard let location else {
            guard let key = erasureKeyInMemory else { throw ErasureKeyFault(path: "erasure.key", kind: .missing) }
            return key
        }
        let key = try ErasureKey(contentsOf: location.erasureKeyPath, on: location.files)
        guard try query.keyCheck() ?? key.check == key.check else {
            throw ErasureKeyFault(path: location.erasureKeyPath, kind: .other)
        }
        return key
    }
}

extension LedgerWriting {
    /// Returns the key for an erasure, a new one if there was none before. Called under the writer's lock.
    ///
    /// - Parameter newKey: Whether to make another key if the right one cannot be read. Mail that was erased with that
    ///   one is then no longer recognised.
    package func makeErasureKey(_ reader: LedgerReader, newKey: Bool) throws -> ErasureKey {
        let query = ErasuresQuery(on: reader.connection)
        do {
            return try reader.readErasureKey(query)
        } catch let fault as ErasureKeyFault {
            let isFirst = try !query.hasIdentities() && fault.kind == .missing
            guard isFirst || newKey else { throw fault }
        }
        if let location = ledger.location { return try ErasureKey.draw(in: location) }
        let key = ErasureKey.random()
        ledger.erasureKeyInMemory = key
        return key
    }
}
