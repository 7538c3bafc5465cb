/// A colour of three bytes, written `#rrggbb`.
public struct RGBColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Reads three or six hexadecimal digits in any case, with `#` before them or not; nil for anything else.
    public init?(hex text: String) {
        var digits: [UInt8] = []
        for byte in text.utf8.drop(while: { $0 == UInt8(ascii: "#") }) {
            guard let digit = Self.digit(byte) else { return nil }
            digits.append(digit)
        }
        guard text.utf8.count - digits.count <= 1 else { return nil }
        // #f80 is #ff8800 (CSS Color 4, 5.2).
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 else { return nil }
        self.init(
            red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The written form, in lower case.
    public var hex: String {
        "#"
            + [red, green, blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }
}

extension RGBColor: CustomStringConvertible {
    /// The same as `hex`.
    public var description: String { hex }
}

extension RGBColor: Codable {
    /// Reads a string, and refuses one that is no colour.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let color = RGBColor(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a colour is written #rrggbb")
        }
        self = color
    }

    /// Writes `hex`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
