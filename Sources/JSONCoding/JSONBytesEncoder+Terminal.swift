extension JSONBytesEncoder {
    /// Returns JSON with all control and direction characters escaped, so that a terminal can show it.
    ///
    /// RFC 8259 section 7 allows any character of a string to be written as `\u` and its number: to a program it is the
    /// same text. Outside of strings JSON has none of them. The controls below U+0020 are escaped in all JSON.
    public static func terminalSafe(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        let span = bytes.span
        var index = 0
        while index < span.count {
            guard span[index] >= 0x7F else {
                index += 1
                continue
            }
            let (value, length) = scalar(in: span, at: index)
            if isUnsafeInJSON(value) {
                output += bytes[copied..<index]
                let digits = String(value, radix: 16)
                output += "\\u".utf8
                output += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
                output += digits.utf8
                copied = index + length
            }
            index += length
        }
        return copied == 0 ? bytes : output + bytes[copied...]
    }

    /// Reads a character of two or three bytes, in which all of those in question are written; others pass as bytes.
    private static func scalar(in bytes: borrowing Span<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(bytes[index])
        func next(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
        if first & 0xE0 == 0xC0, index + 1 < bytes.count { return ((first & 0x1F) << 6 | next(1), 2) }
        if first & 0xF0 == 0xE0, index + 2 < bytes.count {
            return ((first & 0x0F) << 12 | next(1) << 6 | next(2), 3)
        }
        // The bytes of longer characters are above all that is looked for.
        return (first < 0x80 ? first : .max, 1)
    }

    private static func isUnsafeInJSON(_ value: UInt32) -> Bool {
        switch value {
        case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
