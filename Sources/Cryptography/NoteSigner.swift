/// The private half of a key that signs notes, under a name.
public struct NoteSigner: Sendable {
    /// The key that verifies the notes.
    public let verifier: NoteVerifier
    private let privateKey: [UInt8]

    /// The number of random bytes for a key.
    public static let seedByteCount = Ed25519.keyByteCount
    private static let prefix = "PRIVATE+KEY+"

    /// Makes a key from random bytes; nil for a wrong number of them, or a name that cannot sign notes.
    public init?(name: String, seed: [UInt8]) {
        guard seed.count == Self.seedByteCount, NoteVerifier.isName(name) else { return nil }
        privateKey = seed
        verifier = NoteVerifier(name: name, publicKey: Ed25519.publicKey(of: seed))
    }

    /// Reads the text of ``secretText``; nil for anything else.
    public init?(secretText text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: "+", maxSplits: 2, omittingEmptySubsequences: false
        ).map(String.init)
        guard parts.count == 3, let key = [UInt8](base64: parts[2]), key.first == NoteVerifier.algorithm else {
            return nil
        }
        self.init(name: parts[0], seed: Array(key.dropFirst()))
        guard verifier.keyHash.hex == parts[1] else { return nil }
    }

    /// The key in the form of Go's `sumdb/note`; anyone who has it can sign in its name.
    public var secretText: String {
        "\(Self.prefix)\(verifier.name)+\(verifier.keyHash.hex)+\(([NoteVerifier.algorithm] + privateKey).base64)"
    }

    /// Encrypts the key under a passphrase.
    public func locked(under passphrase: Passphrase) -> LockedSigner {
        LockedSigner(verifier: verifier, encrypted: EncryptedPrivateKey.encrypt(privateKey, under: passphrase))
    }

    /// Signs a text, which ends with a line feed.
    public func sign(_ text: String) -> SignedNote {
        precondition(SignedNote.isText(text), "a note ends with a line feed and has no control characters")
        let signature = Ed25519.signature(of: Array(text.utf8), by: privateKey)
        return SignedNote(
            text: text,
            signatures: [.init(name: verifier.name, keyHash: verifier.keyHash, bytes: signature)])
    }
}
