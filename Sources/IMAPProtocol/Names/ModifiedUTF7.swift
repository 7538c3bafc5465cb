/// IMAP's modified UTF-7 for mailbox names (RFC 3501 section 5.1.3).
public enum ModifiedUTF7 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".utf8)

    /// Decodes a name; nil if it is not in the one form that the RFC allows for its text.
    public static func decode(_ name: some Sequence<UInt8>) -> String? {
        let bytes = Array(name)
        var units: [UInt16] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                units.append(UInt16(byte))
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "-")) else { return nil }
            if end == rest.startIndex { units.append(UInt16(byte)) }
            guard decodeShift(rest[..<end], into: &units) else { return nil }
            rest = rest[(end + 1)...]
        }
        // Every text has one form, so one comparison refuses all others: needless shifts, spare bits, 8-bit bytes.
        guard let text = String(validating: units, as: UTF16.self), encode(text) == bytes else { return nil }
        return text
    }

    private static func decodeShift(_ digits: ArraySlice<UInt8>, into units: inout [UInt16]) -> Bool {
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return false }
            bits = bits << 6 | value
            count += 6
            if count >= 16 {
                count -= 16
                units.append(UInt16(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return true
    }

    /// Encodes a name in the one form that the RFC allows.
    public static func encode(_ name: String) -> [UInt8] {
        var encoded: [UInt8] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        var isShifted = false
        func unshift() {
            guard isShifted else { return }
            if count > 0 { encoded.append(digits[Int(bits << (6 - count) & 63)]) }
            encoded.append(UInt8(ascii: "-"))
            (bits, count, isShifted) = (0, 0, false)
        }
        for unit in name.utf16 {
            if (0x20...0x7E).contains(unit) {
                unshift()
                encoded.append(UInt8(unit))
                if unit == UInt16(UInt8(ascii: "&")) { encoded.append(UInt8(ascii: "-")) }
                continue
            }
            if !isShifted { encoded.append(UInt8(ascii: "&")) }
            isShifted = true
            bits = bits << 16 | UInt32(unit)
            count += 16
            while count >= 6 {
                count -= 6
                encoded.append(digits[Int(bits >> count & 63)])
            }
            bits &= (1 << count) - 1
        }
        unshift()
        return encoded
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: ","): 63
        default: nil
        }
    }
}
