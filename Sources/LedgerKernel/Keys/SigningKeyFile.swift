internal import Cryptography
internal import DiskFiles

/// The contents of the file of a signing key.
enum SigningKeyFile {
    /// A line in the form of Go's `sumdb/note`: anyone who can read the file can sign.
    case open(NoteSigner)
    /// The key under a passphrase.
    case locked(LockedSigner)

    private static let limit = 4_096

    /// Reads a file; nil if there is none.
    ///
    /// - Throws: ``SigningKeyError/damaged(path:)`` if it is no key.
    static func read(_ path: String, on files: any Files) throws -> SigningKeyFile? {
        guard let bytes = try NewFile.contents(of: path, limit: limit, on: files) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if let locked = LockedSigner(text) { return .locked(locked) }
        guard text.last == "\n", let signer = NoteSigner(secretText: String(text.dropLast())) else {
            throw SigningKeyError.damaged(path: path)
        }
        return .open(signer)
    }

    /// Whether the contents of a file were once a key with a passphrase.
    static func wasLocked(_ path: String, on files: any Files) throws -> Bool {
        let text = String(decoding: try NewFile.contents(of: path, limit: limit, on: files) ?? [], as: UTF8.self)
        return text.contains("ENCRYPTED")
    }

    var verifier: NoteVerifier {
        switch self {
        case .open(let signer): signer.verifier
        case .locked(let locked): locked.verifier
        }
    }

    /// The file, byte for byte.
    var text: String {
        switch self {
        case .open(let signer): signer.secretText + "\n"
        case .locked(let locked): locked.text
        }
    }
}
