/// Reads the escapes of a JSON string that is known to be well-formed (RFC 8259 section 7).
enum Escapes {
    /// Returns the bytes that the inside of a string represents.
    static func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
        unsafe text.withUnsafeBufferPointer { text in
            unsafe [UInt8](unsafeUninitializedCapacity: text.count) { buffer, count in
                count = unsafe remove(from: text, into: buffer)
            }
        }
    }

    /// Writes the bytes that the inside of a string represents, never more than it has itself, and returns their
    /// number.
    static func remove(from text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        precondition(output.count >= text.count)
        var count = 0
        var index = 0
        while index < text.count {
            let byte = unsafe text[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < text.count else {
                unsafe output[count] = byte
                count += 1
                continue
            }
            let letter = unsafe text[index]
            index += 1
            switch letter {
            case UInt8(ascii: "b"): unsafe output[count] = 0x08
            case UInt8(ascii: "t"): unsafe output[count] = 0x09
            case UInt8(ascii: "n"): unsafe output[count] = 0x0A
            case UInt8(ascii: "f"): unsafe output[count] = 0x0C
            case UInt8(ascii: "r"): unsafe output[count] = 0x0D
            case UInt8(ascii: "u"):
                for unit in unsafe scalar(in: text, at: &index) {
                    unsafe output[count] = unit
                    count += 1
                }
                continue
            default: unsafe output[count] = letter
            }
            count += 1
        }
        return count
    }

    /// Reads the rest of an escape after `\u`: four digits, or two surrogates of which the second has its own `\u`.
    private static func scalar(
        in text: UnsafeBufferPointer<UInt8>, at index: inout Int
    ) -> Unicode.UTF8.EncodedScalar {
        var value = unsafe unit(in: text, at: &index)
        if value & 0xFC00 == 0xD800 {
            index += 2
            let low = unsafe unit(in: text, at: &index)
            value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
        }
        return Unicode.Scalar(value).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter
    }

    private static func unit(in text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 where index < text.count {
            value = value << 4 | UInt32(unsafe digit(text[index]) ?? 0)
            index += 1
        }
        return value
    }

    /// Returns the value of a hexadecimal digit.
    @inline(__always) static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
