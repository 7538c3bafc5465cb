// The standard library normalises strings for comparison and shows the result only under this SPI; Foundation's public
// method would link ICU into every start of the tool.
@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode Normalization Form C, so that equal names have equal bytes in a table.
    ///
    /// - Complexity: O(*n*); a text of ASCII alone is returned as it is.
    package var canonicalForm: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var scalars = UnicodeScalarView()
        for scalar in _nfc { scalars.append(scalar) }
        return String(scalars)
    }

    /// The text with A–Z in lower case and everything else as it is, whatever the version of Unicode.
    package var asciiLowercased: String {
        guard utf8.contains(where: { (0x41...0x5a).contains($0) }) else { return self }
        return String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is of category Cc: U+0000–U+001F and U+007F–U+009F.
    package var isControl: Bool { value < 0x20 || (0x7f...0x9f).contains(value) }

    /// Whether it turns the direction of writing (UAX 9), by which a name can be made to look like another.
    package var isBidirectionalControl: Bool {
        switch value {
        case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
