public import Cryptography

/// The secret by which a program is known: shown once, and kept nowhere but as its digest.
///
/// `mlt_` and 43 characters of base64url (RFC 4648 section 5), which are 256 bits of chance.
public struct TokenText: Sendable {
    /// The token for the program that is to use it.
    public let text: String
    /// What the log keeps: 256 bits of chance cannot be guessed from it.
    public let digest: SHA256Digest

    private static let prefix = "mlt_"
    /// How much chance is in one.
    public static let byteCount = 32

    /// Makes one of 32 bytes of chance; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        let digits = bytes.base64.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: digit
            }
        }
        text = Self.prefix + String(decoding: digits, as: UTF8.self)
        digest = SHA256Hasher.digest(of: Array(text.utf8))
    }

    /// Reads what somebody shows; nil for a text that is no token at all.
    public init?(shown text: String) {
        guard text.utf8.count == Self.prefix.utf8.count + 43, text.hasPrefix(Self.prefix),
            text.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
        digest = SHA256Hasher.digest(of: Array(text.utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension TokenText: CustomStringConvertible, CustomReflectable {
    /// Nothing of the secret.
    public var description: String { "mlt_…" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
