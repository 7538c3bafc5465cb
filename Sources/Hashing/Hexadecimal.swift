extension Array where Element == UInt8 {
    /// Reads pairs of hexadecimal digits in either case, and is nil for anything else.
    public init?(hex: String) {
        var digits = hex
        let bytes: [UInt8]? = digits.withUTF8 { digits in
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 2)
            for offset in stride(from: 0, to: digits.count, by: 2) {
                guard let high = unsafe UInt8(hexadecimalDigit: digits[offset]),
                    let low = unsafe UInt8(hexadecimalDigit: digits[offset + 1])
                else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
        guard let bytes else { return nil }
        self = bytes
    }

    /// Two lower-case hexadecimal digits a byte.
    public var hex: String {
        unsafe String(unsafeUninitializedCapacity: count * 2) { buffer in
            var offset = 0
            for byte in self {
                unsafe buffer[offset] = UInt8(hexadecimalDigitOf: byte >> 4)
                unsafe buffer[offset + 1] = UInt8(hexadecimalDigitOf: byte & 0x0f)
                offset += 2
            }
            return offset
        }
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in either case, or nil.
    package init?(hexadecimalDigit digit: UInt8) {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = digit - UInt8(ascii: "A") + 10
        default: return nil
        }
    }

    /// The lower-case digit of a value below 16.
    package init(hexadecimalDigitOf value: UInt8) {
        self = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
