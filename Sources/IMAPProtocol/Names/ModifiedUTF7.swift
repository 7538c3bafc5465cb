/// The modified UTF-7 of mailbox names (RFC 3501 section 5.1.3), which Maildir++ uses for folder names, too.
public enum ModifiedUTF7 {
    /// Decodes a name once; nil if it is not in the one form the RFC allows for its text.
    public static func decode(_ name: some Sequence<UInt8>) -> String? {
        var units: [UInt16] = []
        var bytes = Array(name)[...]
        if bytes.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "&") }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var lastWasShift = false
        while let byte = bytes.popFirst() {
            guard (0x20...0x7E).contains(byte) else { return nil }
            guard byte == UInt8(ascii: "&") else {
                units.append(UInt16(byte))
                lastWasShift = false
                continue
            }
            guard let end = bytes.firstIndex(of: UInt8(ascii: "-")) else { return nil }
            let digits = bytes[..<end]
            bytes = bytes[(end + 1)...]
            if digits.isEmpty {
                units.append(UInt16(UInt8(ascii: "&")))
                lastWasShift = false
                continue
            }
            // "&U,BTFw-&ZeVnLIqe-" must be one shift, not two.
            guard !lastWasShift, let shifted = decodeShift(digits) else { return nil }
            units += shifted
            lastWasShift = true
        }
        return String(validating: units, as: UTF16.self)
    }

    /// Decodes the BASE64 of one shift: "," replaces "/", there is no padding, and the remaining bits are zero.
    private static func decodeShift(_ digits: ArraySlice<UInt8>) -> [UInt16]? {
        var units: [UInt16] = []
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 16 {
                count -= 16
                let unit = UInt16(truncatingIfNeeded: bits >> UInt32(count))
                // Printable ASCII represents itself, and no name needs a control character.
                guard unit > 0x7F else { return nil }
                units.append(unit)
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return count < 6 && bits == 0 ? units : nil
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

extension ModifiedUTF7 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".utf8)

    /// Encodes a name in the one form that RFC 3501 section 5.1.3 allows; `decode` gives it back.
    public static func encode(_ name: String) -> String {
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
