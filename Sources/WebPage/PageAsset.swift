public import Cryptography

/// A file of the page, as browsers get it.
public struct PageAsset: Sendable {
    public let name: String
    public let bytes: [UInt8]
    /// Its type, by the ending of its name.
    public let type: String
    public let digest: SHA256Digest

    /// Nil for a name that is not one of the page's: letters, digits, `.`, `-` and `_`, with an ending that has a type.
    public init?(name: String, bytes: [UInt8]) {
        guard let type = Self.type(of: name) else { return nil }
        self.name = name
        self.bytes = bytes
        self.type = type
        digest = SHA256Hasher.digest(of: bytes)
    }

    /// Returns the type of a file; nil for a name that no file of the page has.
    public static func type(of name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, !name.hasPrefix("."), let ending = name.split(separator: ".").last, name.contains(".") else {
            return nil
        }
        return switch ending {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: nil
        }
    }
}
