extension Array where Element == UInt8 {
    private static let base64Alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The standard encoding with padding (RFC 4648 section 4).
    public var base64: String {
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        for start in stride(from: 0, to: count, by: 3) {
            let group = self[start..<Swift.min(start + 3, count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let digit = Self.base64Alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3f)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what ``base64`` writes, and is nil for anything else: each sequence of bytes has one text.
    public init?(base64 text: String) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        for (index, digit) in digits.dropLast(padding).enumerated() {
            guard let value = Self.base64Value(of: digit) else { return nil }
            bits = bits << 6 | value
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4)))) }
        }
        // The remaining bits of the last digit have to be zero (RFC 4648 section 3.5).
        guard padding == 0 || bits & (padding == 1 ? 0b11 : 0b1111) == 0 else { return nil }
        self = bytes
    }

    private static func base64Value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
