/// The public half of a key that signs notes, under a name (<https://c2sp.org/signed-note>).
///
/// ```swift
/// let verifier = NoteVerifier("example.org/log+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
/// ```
public struct NoteVerifier: Hashable, Sendable {
    /// The name of the signer; for a log its origin.
    public let name: String
    let publicKey: [UInt8]
    /// The first four bytes of SHA-256(name ‖ line feed ‖ algorithm ‖ public key).
    let keyHash: [UInt8]

    /// The byte that says Ed25519 in front of a key.
    static let algorithm: UInt8 = 0x01

    init(name: String, publicKey: [UInt8]) {
        self.name = name
        self.publicKey = publicKey
        let digest = SHA256Hasher.digest(of: Array(name.utf8) + [0x0a, Self.algorithm] + publicKey)
        keyHash = Array(digest.bytes.prefix(4))
    }

    /// Reads a verifier key, `<name>+<hash>+<key>`, and is nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, Self.isName(parts[0]), let key = [UInt8](base64: parts[2]),
            key.first == Self.algorithm, key.count == 1 + Ed25519.keyByteCount
        else { return nil }
        self.init(name: parts[0], publicKey: Array(key.dropFirst()))
        guard keyHash.hex == parts[1] else { return nil }
    }

    /// A name is not empty and has neither a space nor a plus sign in it.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0 == "+" || $0.properties.isWhitespace }
    }

    func signs(_ message: [UInt8], by signature: [UInt8]) -> Bool {
        signature.count == Ed25519.signatureByteCount
            && Ed25519.isSignature(signature, of: message, by: publicKey)
    }
}

extension NoteVerifier: CustomStringConvertible {
    /// The verifier key, as Go's `sumdb/note` reads it.
    public var description: String { "\(name)+\(keyHash.hex)+\(([Self.algorithm] + publicKey).base64)" }
}
