public import Signing

/// What a passphrase is asked for.
public enum PassphraseRequest: Hashable, Sendable {
    /// The key at a path is under one.
    case toUnlock(path: String)
    /// A new key at a path is to be under one.
    case toProtect(path: String)
}

/// Asked where the signing key is under a passphrase; nil where there is nobody to ask.
public typealias PassphraseProvider = @Sendable (PassphraseRequest) throws -> Passphrase?
