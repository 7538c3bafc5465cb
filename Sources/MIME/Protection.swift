import Glibc

/// The encryption or signature of a message, by its parts; nothing is decrypted, and no signature checked.
public struct Protection: Sendable, Equatable {
    public enum Scheme: String, Sendable {
        /// RFC 3156 and RFC 9580.
        case openPGP = "OpenPGP"
        /// RFC 8551.
        case smime = "S/MIME"
    }

    public var scheme: Scheme
    public var isEncrypted = false
    public var isSigned = false
    /// Bytes of the part that cannot be read without a key or a library; nil if all text is in the clear.
    public var opaqueSize: Int64?

    init(_ scheme: Scheme) {
        self.scheme = scheme
    }

    /// Looks at the parts of a message; nil if none is encrypted or signed.
    init?(of parts: [Part], text: String, from reader: inout SourceReader) throws(MIMEError) {
        var found: Protection?
        for part in parts {
            switch part.fields.mimeType {
            case "application/pgp-encrypted":
                found = found ?? Protection(.openPGP)
                found?.isEncrypted = true
                // RFC 3156 section 4: the part behind it holds the message.
                var size: Int64 = 0
                for part in parts where part.fields.mimeType == "application/octet-stream" {
                    size += try reader.decodedSize(of: part)
                }
                found?.opaqueSize = size
            case "application/pgp-signature":
                found = found ?? Protection(.openPGP)
                found?.isSigned = true
            case "application/pkcs7-signature", "application/x-pkcs7-signature":
                found = found ?? Protection(.smime)
                found?.isSigned = true
            case "application/pkcs7-mime", "application/x-pkcs7-mime":
                var type = part.fields.smimeType
                if type == nil { type = try Self.smimeType(of: part, &reader) }
                guard type != "certs-only" else { continue }
                found = found ?? Protection(.smime)
                if type == "signed-data" { found?.isSigned = true } else { found?.isEncrypted = true }
                found?.opaqueSize = try reader.decodedSize(of: part)
            default: continue
            }
        }
        // RFC 9580 section 6.2: armour in a text that says nothing of it.
        if found == nil, let kind = Self.armour(in: text) {
            found = Protection(.openPGP)
            if kind == .message { found?.isEncrypted = true } else { found?.isSigned = true }
        }
        guard let found else { return nil }
        self = found
    }

    private enum Armour: String, CaseIterable {
        case message = "-----BEGIN PGP MESSAGE-----"
        case signed = "-----BEGIN PGP SIGNED MESSAGE-----"
    }

    /// The kind of armour in a line of its own.
    private static func armour(in text: String) -> Armour? {
        Armour.allCases.first { kind in
            let place = unsafe text.withCString { start -> Int? in
                unsafe strstr(start, kind.rawValue).map { unsafe UnsafePointer($0) - start }
            }
            guard let place else { return false }
            let end = place + kind.rawValue.utf8.count
            let bytes = text.utf8
            func byte(_ offset: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: offset)] }
            return (place == 0 || byte(place - 1) == 0x0A) && (end == bytes.count || byte(end) <= 0x20)
        }
    }

    /// The kind of a CMS object that does not say it: the last number of its type (RFC 5652 sections 5.1 and 6.1).
    private static func smimeType(of part: Part, _ reader: inout SourceReader) throws(MIMEError) -> String {
        let start = try reader.decodedContent(of: part, limit: 64).bytes
        let isSigned = start.indices.contains {
            start[$0...].starts(with: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
        }
        return isSigned ? "signed-data" : "enveloped-data"
    }
}
