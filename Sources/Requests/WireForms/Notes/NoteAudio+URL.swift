internal import Cryptography
public import Notes

extension NoteAudio {
    private static let scheme = "ni:///sha-256;"

    /// A name of the recording by its bytes (RFC 6920 section 3), which means the same in every ledger that has them.
    public var url: String {
        Self.scheme
            + content.bytes.base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The digest that such a name has; nil for any other URL.
    static func digest(ofURL url: String) -> SHA256Digest? {
        guard url.hasPrefix(scheme) else { return nil }
        // 32 bytes are 43 digits and one of padding.
        let digits = String(url.dropFirst(scheme.count)).replacing("-", with: "+").replacing("_", with: "/")
        return [UInt8](base64: digits + "=").flatMap { SHA256Digest(bytes: $0) }
    }
}
