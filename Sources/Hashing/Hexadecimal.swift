extension Array where Element == UInt8 {
    /// Reads pairs of hexadecimal digits in either case, and is nil for anything else.
    public init?(hex: String) {
        let digits = hex.utf8
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = UInt8(hexadecimalDigit: digit) else { return nil }
            if let upper = high {
                bytes.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self = bytes
    }

    /// Two lower-case hexadecimal digits a byte.
    public var hex: String {
        unsafe String(unsafeUninitializedCapacity: count * 2) { buffer in
            var offset = 0
            for byte in self {
                unsafe buffer[offset] = Self.hexadecimalDigit(byte >> 4)
                unsafe buffer[offset + 1] = Self.hexadecimalDigit(byte & 0x0f)
                offset += 2
            }
            return offset
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension UInt8 {
    init?(hexadecimalDigit digit: UInt8) {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = digit - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
