/// The private half of a key under a passphrase, as a file keeps it.
///
///     mailledger/8a3b…+ab12cd34+AQ…=
///     sha256 5b1e…
///     -----BEGIN ENCRYPTED PRIVATE KEY-----
///     MIGbMFcG…
///     -----END ENCRYPTED PRIVATE KEY-----
///
/// The first two lines are no secret. They tell without the passphrase whose key it is, and a damaged file from a wrong passphrase.
/// Programs that read PEM (RFC 7468 section 2) skip the text before it.
public struct LockedSigner: Hashable, Sendable {
    /// The key that verifies the key's signatures.
    public let verifier: NoteVerifier
    /// PKCS #8 in DER.
    private let encrypted: [UInt8]

    private static let digest = "sha256 "
    private static let start = "-----BEGIN ENCRYPTED PRIVATE KEY-----"
    private static let end = "-----END ENCRYPTED PRIVATE KEY-----"
    private static let lineWidth = 64

    /// Reads what ``text`` writes, and is nil for anything else, a damaged key too.
    public init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 5, let verifier = NoteVerifier(lines[0]), lines[2] == Self.start,
            lines.suffix(2) == [Self.end, ""], let encrypted = [UInt8](base64: lines[3..<(lines.count - 2)].joined()),
            lines[1] == Self.digest + SHA256Hasher.digest(of: encrypted).hex
        else { return nil }
        self.verifier = verifier
        self.encrypted = encrypted
    }

    init(verifier: NoteVerifier, encrypted: [UInt8]) {
        self.verifier = verifier
        self.encrypted = encrypted
    }

    /// The file, byte for byte.
    public var text: String {
        var lines = [verifier.description, Self.digest + SHA256Hasher.digest(of: encrypted).hex, Self.start]
        var rest = encrypted.base64[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(Self.lineWidth)))
            rest = rest.dropFirst(Self.lineWidth)
        }
        return (lines + [Self.end, ""]).joined(separator: "\n")
    }

    /// Returns the key; nil if the passphrase is another one.
    ///
    /// It takes a fifth of a second and 16 MiB, so that guessing does, too.
    public func unlocked(by passphrase: Passphrase) -> NoteSigner? {
        guard let seed = EncryptedPrivateKey.decrypt(encrypted, under: passphrase),
            let signer = NoteSigner(name: verifier.name, seed: seed), signer.verifier == verifier
        else { return nil }
        return signer
    }
}
