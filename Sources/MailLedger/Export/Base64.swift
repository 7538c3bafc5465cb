/// Writes BASE64 (RFC 4648 section 4) over pieces of any size.
struct Base64Encoder {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Up to two bytes that wait for the third.
    private var held: [UInt8] = []

    /// Returns the digits of all whole groups of three bytes so far.
    mutating func encode(_ bytes: [UInt8]) -> [UInt8] {
        let input = held.isEmpty ? bytes : held + bytes
        let whole = input.count - input.count % 3
        held = Array(input[whole...])
        var output: [UInt8] = []
        output.reserveCapacity(whole / 3 * 4)
        for index in stride(from: 0, to: whole, by: 3) {
            let group = UInt32(input[index]) << 16 | UInt32(input[index + 1]) << 8 | UInt32(input[index + 2])
            for shift in [18, 12, 6, 0] as [UInt32] { output.append(Self.digits[Int(group >> shift & 63)]) }
        }
        return output
    }

    /// Returns the digits of what is left, with the padding.
    mutating func finish() -> [UInt8] {
        let count = held.count
        guard count > 0 else { return [] }
        let full = encode([UInt8](repeating: 0, count: 3 - count))
        return full.dropLast(3 - count) + [UInt8](repeating: UInt8(ascii: "="), count: 3 - count)
    }
}

/// Reads BASE64 of whole groups, as ``Base64Encoder`` writes it; nil for anything else.
func bytes(ofBase64 text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { digits in
        guard digits.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        for start in stride(from: 0, to: digits.count, by: 4) {
            var group: UInt32 = 0
            var padding = 0
            for offset in start..<start + 4 {
                let digit = unsafe digits[offset]
                if digit == UInt8(ascii: "=") {
                    padding += 1
                    group <<= 6
                    continue
                }
                guard padding == 0, let value = Base64Encoder.value(of: digit) else { return nil }
                group = group << 6 | UInt32(value)
            }
            guard padding <= 2, padding == 0 || start + 4 == digits.count else { return nil }
            for index in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * index))) }
        }
        return bytes
    }
}

extension Base64Encoder {
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xff, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    fileprivate static func value(of digit: UInt8) -> UInt8? {
        let value = values[Int(digit)]
        return value == 0xff ? nil : value
    }
}
