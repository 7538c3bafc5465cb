extension ModifiedUTF7 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".utf8)

    /// Encodes a name in the one form that RFC 3501 section 5.1.3 allows; `decode` gives it back.
    package static func encode(_ name: String) -> String {
        var encoded: [UInt8] = []
        var shifted: [UInt16] = []
        for unit in name.utf16 {
            guard (0x20...0x7E).contains(unit) else {
                shifted.append(unit)
                continue
            }
            encoded += shift(shifted)
            shifted = []
            encoded.append(UInt8(unit))
            if unit == UInt16(UInt8(ascii: "&")) { encoded.append(UInt8(ascii: "-")) }
        }
        return String(decoding: encoded + shift(shifted), as: UTF8.self)
    }

    /// Writes UTF-16 in BASE64 without padding, between `&` and `-`.
    private static func shift(_ units: [UInt16]) -> [UInt8] {
        guard !units.isEmpty else { return [] }
        var encoded = [UInt8(ascii: "&")]
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for unit in units {
            bits = bits << 16 | UInt32(unit)
            count += 16
            while count >= 6 {
                count -= 6
                encoded.append(digits[Int(bits >> count & 63)])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { encoded.append(digits[Int(bits << (6 - count) & 63)]) }
        return encoded + [UInt8(ascii: "-")]
    }
}
