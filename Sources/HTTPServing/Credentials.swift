internal import Cryptography

/// What a client shows to be let in.
public struct Credentials: Sendable {
    /// The token, or the password of a user whose name does not count.
    public let secret: String

    /// Reads the field `Authorization`: `Bearer TOKEN` (RFC 6750) or `Basic BASE64` (RFC 7617); nil for anything else.
    public init?(_ field: String) {
        let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, field.utf8.count <= 4096 else { return nil }
        let text = String(decoding: parts[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        switch String(decoding: parts[0].map { $0 | 0x20 }, as: UTF8.self) {
        case "bearer":
            secret = text
        case "basic":
            guard let bytes = [UInt8](base64: text), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return nil
            }
            secret = String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
        default: return nil
        }
    }
}
