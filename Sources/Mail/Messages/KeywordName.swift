/// Keywords as JMAP and IMAP spell them (RFC 8621 section 4.1.1, RFC 9051 section 9).
///
/// A label may have blanks and letters of any script here, and may not there. Its name is `=` and its bytes: letters, digits, `.`, `-`
/// and `_` as they are, others as `=` and two digits. It comes back as the same label, and no two labels have the same name.
package enum KeywordName {
    private static let escape = UInt8(ascii: "=")
    private static let longest = 255

    /// Returns the name of a keyword, given by what it is compared by; nil for a label that is too long for any.
    package static func name(of key: String) -> String? {
        guard !key.utf8.allSatisfy(isAllowed) || key.utf8.first == escape else { return key }
        var name: [UInt8] = [escape]
        for byte in key.utf8 {
            if isPlain(byte) {
                name.append(byte)
            } else {
                name += [escape, hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0x0f)]
            }
        }
        return name.count <= longest ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Returns the keyword of a name in any case; nil for what is no name of one.
    package static func keyword(_ name: String) -> Keyword? {
        let bytes = name.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        guard (1...longest).contains(bytes.count), bytes.allSatisfy(isAllowed) else { return nil }
        var key = String(decoding: bytes, as: UTF8.self)
        if bytes[0] == escape {
            guard let decoded = decoded(bytes.dropFirst()) else { return nil }
            key = decoded
        }
        // One spelling a keyword: what is escaped without need is none.
        guard let keyword = try? Keyword(key), self.name(of: keyword.key)?.utf8.elementsEqual(bytes) == true else {
            return nil
        }
        return keyword
    }

    private static func decoded(_ name: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            guard byte == escape else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value(of:)), let low = rest.popFirst().flatMap(value(of:)) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && !"(){]%*\"\\".utf8.contains(byte)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 - 10 + value }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
