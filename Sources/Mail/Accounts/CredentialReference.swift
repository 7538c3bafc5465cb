/// The place of a secret outside the ledger: `env:NAME`, `command:…`, `file:…` or `keyring:…`; never the secret itself.
public struct CredentialReference: Hashable, Sendable {
    /// The places a secret may be kept in.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// An environment variable.
        case env
        /// The first line that a command prints.
        case command
        /// A file that its owner alone may read.
        case file
        /// The keyring of the desktop.
        case keyring
    }

    /// The kind of place.
    public let scheme: Scheme
    /// The text after the colon: a variable, a command line, a path, an entry.
    public let target: String

    /// The greatest length in bytes of UTF-8.
    public static let maximumByteCount = 4096

    /// Takes the written form, and refuses another scheme, an empty target, control characters, and a URL with a user.
    public init(_ text: String) throws(ValueError) {
        guard text.utf8.count <= Self.maximumByteCount else { throw Self.error(.isTooLong) }
        guard !SecretFieldPolicy.urlHoldsUserInfo(text) else { throw Self.error(.holdsSecret) }
        guard !text.unicodeScalars.contains(where: \.isControl) else { throw Self.error(.holdsForbiddenCharacter) }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Scheme(rawValue: String(text[..<colon]))
        else { throw Self.error(.isUnknown) }
        let target = String(text[text.utf8.index(after: colon)...])
        guard !target.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw Self.error(.isEmpty) }
        if scheme == .env, !Self.isVariable(target) { throw Self.error(.isMalformed) }
        (self.scheme, self.target) = (scheme, target)
    }

    /// The written form, as in `env:MAIL_PASSWORD`.
    public var text: String { scheme.rawValue + ":" + target }

    /// A name in the sense of POSIX, 3.235: letters, digits and `_`, no digit first.
    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.asciiLowercased.utf8.allSatisfy {
            isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func error(_ reason: ValueError.Reason) -> ValueError {
        ValueError(field: "credential_ref", reason: reason)
    }
}

extension CredentialReference: CheckedText {}
