internal import EventLog
internal import Glibc
internal import Signing

/// The private key of a ledger: the file `keys/signing.key`, for its owner only, or memory for a ledger without a folder.
final class SigningKeys {
    /// Nil for a ledger that lives in memory.
    private let folder: String?
    private var inMemory: NoteSigner?

    init(folder: String?) {
        self.folder = folder
    }

    private var path: String? { folder.map { $0 + "/signing.key" } }
    /// Where the next key stands until the log names it.
    private var nextPath: String? { folder.map { $0 + "/signing.key.next" } }

    /// Returns the private half of a key.
    ///
    /// - Throws: ``SigningKeyError`` where it is not here.
    func signer(for verifier: NoteVerifier) throws -> NoteSigner {
        guard let path, let nextPath else {
            guard let inMemory, inMemory.verifier == verifier else { throw SigningKeyError.missing(path: "memory") }
            return inMemory
        }
        if let signer = try read(path), signer.verifier == verifier { return signer }
        // A rotation that was cut off between the log and the file's name ends here.
        if let signer = try read(nextPath), signer.verifier == verifier {
            guard unsafe rename(nextPath, path) == 0 else { throw NewFile.failure(path) }
            return signer
        }
        throw try read(path) == nil ? SigningKeyError.missing(path: path) : SigningKeyError.foreign(path: path)
    }

    /// Returns the key that stands here, whatever the log says of it; nil where none does.
    func any() throws -> NoteSigner? {
        guard let path else { return inMemory }
        return try read(path)
    }

    /// Writes a key aside, for ``adopt()``.
    func stage(_ signer: NoteSigner) throws {
        guard let folder, let nextPath else { return inMemory = signer }
        try NewFile.makeFolder(folder)
        try NewFile.replace(nextPath, with: Array((signer.secretText + "\n").utf8))
    }

    /// Puts the key that was staged into the place of the one before.
    func adopt() throws {
        guard let path, let nextPath else { return }
        guard unsafe rename(nextPath, path) == 0 else { throw NewFile.failure(path) }
    }

    private func read(_ path: String) throws -> NoteSigner? {
        guard let bytes = try NewFile.contents(of: path, limit: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.last == "\n", let signer = NoteSigner(secretText: String(text.dropLast())) else {
            throw SigningKeyError.damaged(path: path)
        }
        return signer
    }
}

/// Why a ledger cannot sign.
public enum SigningKeyError: Error, Hashable, Sendable {
    /// There is no key: a backup leaves it out.
    case missing(path: String)
    /// The key is another ledger's, or one that was followed by another.
    case foreign(path: String)
    /// The file holds no key.
    case damaged(path: String)
}

extension SigningKeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path): "the signing key is not there: \(path)"
        case .foreign(let path): "\(path) is not the key that signs for this ledger"
        case .damaged(let path): "\(path) holds no signing key"
        }
    }
}
