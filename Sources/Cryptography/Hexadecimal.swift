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
    // In line wherever it is used: each event that is read or written has two hundred such digits.
    /// The value of a hexadecimal digit in either case, or nil.
    @inlinable @inline(__always) package init?(hexadecimalDigit digit: UInt8) {
        let number = digit &- 0x30
        let letter = (digit | 0x20) &- 0x61
        guard number < 10 || letter < 6 else { return nil }
        self = number < 10 ? number : letter &+ 10
    }

    /// The lower-case digit of a value below 16.
    @inlinable @inline(__always) package init(hexadecimalDigitOf value: UInt8) {
        self = value < 10 ? 0x30 &+ value : 0x61 &- 10 &+ value
    }
}

extension UInt32 {
    // Eight at once (SIMD within a register), without a branch: whether a digit is a letter is as hard to foretell for a processor as the
    // digest itself, and guessing at it for each took a twentieth of the time to decode an event.
    /// Reads eight hexadecimal digits in either case, the first of them in the lowest byte of the word; nil if one is none.
    @inlinable @inline(__always) package init?(hexadecimalDigits digits: UInt64) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits = 0x80 &* ones
        let letters = digits | (0x20 &* ones)
        // The high bit of each byte, which shows whether it is at least the one bound and not beyond the other.
        let isNumber = (digits &+ (0x80 - 0x30) &* ones) & ~(digits &+ (0x80 - 0x3a) &* ones)
        let isLetter = (letters &+ (0x80 - 0x61) &* ones) & ~(letters &+ (0x80 - 0x67) &* ones)
        // A byte with its own high bit could carry into the next one.
        guard digits & highBits == 0, (isNumber | isLetter) & highBits == highBits else { return nil }
        let values = (letters & (0x0f &* ones)) &+ ((isLetter >> 7) & ones) &* 9
        var packed = values.byteSwapped
        packed = (packed | packed >> 4) & 0x00ff_00ff_00ff_00ff
        packed = (packed | packed >> 8) & 0x0000_ffff_0000_ffff
        self.init(truncatingIfNeeded: packed | packed >> 16)
    }
}
