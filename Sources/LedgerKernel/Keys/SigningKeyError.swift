/// Why a ledger cannot sign.
public enum SigningKeyError: Error, Hashable, Sendable {
    /// There is no key: a backup leaves it out.
    case missing(path: String)
    /// The key is another ledger's, or one that was followed by another.
    case foreign(path: String)
    /// The file contains no key.
    case damaged(path: String)
    /// The key has a passphrase, and none was given.
    case locked(path: String)
    /// A new key needs a passphrase like the lost one, and none was given.
    case unprotected(path: String)
    /// The key is under another passphrase than the one that was given.
    case wrongPassphrase(path: String)
}

extension SigningKeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path): "the signing key is not there: \(path)"
        case .foreign(let path): "\(path) is not the key that signs for this ledger"
        case .damaged(let path): "\(path) holds no signing key"
        case .locked(let path): "\(path) is under a passphrase, and none was given"
        case .unprotected(let path):
            "\(path) was under a passphrase, so that the new key is to be under one, too, and none was given"
        case .wrongPassphrase(let path): "\(path) is under another passphrase than the one that was given"
        }
    }
}
