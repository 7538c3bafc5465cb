public import Cryptography

/// A text that frames are compressed against, so that a short message need not repeat what all mail has
/// (RFC 8878 section 5).
///
/// A frame states the number of its dictionary, and cannot be read without it. A store keeps its own, twice; this
/// program has those that it ever made a store with.
public struct ContentDictionary: Hashable, Sendable {
    /// The number that its frames state. Those below 32,768 belong to a registry, which has none yet.
    public let number: UInt32
    /// Tables of letters, lengths and distances, then the words.
    public let bytes: [UInt8]
    /// The digest of ``bytes``.
    public let digest: SHA256Digest

    /// Nil for bytes that do not have the digest.
    init?(bytes: [UInt8], digest: SHA256Digest) {
        self.init(bytes)
        if self.digest != digest { return nil }
    }

    /// Bytes four to seven have the number, the lowest first.
    private init(_ bytes: [UInt8]) {
        number = bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        self.bytes = bytes
        digest = SHA256Hasher.digest(of: bytes)
    }

    /// The dictionary of new stores: words of standards, of mail programs and of English, from nobody's mail.
    ///
    /// It never changes, because stores were made with it.
    public static let mail = ContentDictionary(asset("mail.tables") + asset("mail.words"))

    /// The file of a module's assets; a scalar stands for a byte where it is no text.
    private static func asset(_ name: String) -> [UInt8] {
        for (found, text) in EmbeddedAssets.all where "\(found)" == name { return Array("\(text)".utf8) }
        for (found, text) in EmbeddedAssets.ofBytes where "\(found)" == name {
            return "\(text)".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
        preconditionFailure("\(name) is built into the program")
    }
}
