internal import ByteSearch

/// Trims text and makes each run of white space in it one space.
func collapsingSpace(_ text: String) -> String {
    text.unicodeScalars.split { $0.isSpace }.map(String.init).joined(separator: " ")
}

extension String {
    /// The pieces between white space; the pieces of ASCII are found without a look at its graphemes.
    var words: [Substring] {
        utf8.allSatisfy({ $0 < 0x80 })
            ? unicodeScalars.split { $0.isSpace }.map(Substring.init) : split(whereSeparator: \.isWhitespace)
    }
}

extension Unicode.Scalar {
    /// Whether it is white space (Unicode's White_Space property); those of ASCII are not looked up, which takes ten times as long.
    var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    /// Whether the byte is in its UTF-8, by memchr(3).
    func containsByte(_ byte: UInt8) -> Bool {
        let found = unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.span.firstIndex(of: byte) != nil }
        return found ?? utf8.contains(byte)
    }
}
