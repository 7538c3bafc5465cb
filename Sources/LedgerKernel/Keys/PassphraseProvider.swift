public import Cryptography

/// The purpose for which a passphrase is requested.
public enum PassphraseRequest: Hashable, Sendable {
    /// The key at a path is under one.
    case toUnlock(path: String)
    /// A new key at a path is to be under one.
    case toProtect(path: String)
}

/// Called if the signing key has a passphrase; nil if there is nobody to ask.
public typealias PassphraseProvider = @Sendable (PassphraseRequest) throws -> Passphrase?
