/// Decodes the encoded words of RFC 2047 in unstructured text.
///
/// White space between two of them is dropped; a broken one stays as text.
enum EncodedWords {
    /// Which encoded words are read.
    enum Reading {
        /// As leniently as mail requires: one may be inside other text, and contain blanks.
        case lenient
        /// Those alone that stand where RFC 2047 section 5 allows them, between blanks; control characters are dropped.
        case strict
    }

    /// Decodes the unfolded value of an unstructured field, such as `Subject`.
    ///
    /// Raw bytes above 127 are read by ``Charset/headerText(_:textCharset:)``. A character cut in two by the end of a UTF-8 word is put
    /// together.
    static func decode(_ value: [UInt8], textCharset: String?, _ reading: Reading = .lenient) -> String {
        let text = Charset.headerText(value, textCharset: textCharset)
        guard value.contains(0x3D) else { return text }
        return decode(Array(text.utf8), reading)
    }

    private static func decode(_ value: [UInt8], _ reading: Reading) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(value.count)
        /// The start of the white space after the last encoded word in `output`.
        var gap: Int?
        var index = 0
        while index < value.count {
            if isSpace(value[index]) {
                output.append(value[index])
                index += 1
            } else if let word = word(in: value, at: index), reading == .lenient || isAlone(index..<word.end, in: value)
            {
                if let gap { output.removeSubrange(gap...) }
                output.append(
                    contentsOf: reading == .lenient ? word.utf8 : word.utf8.filter { $0 >= 0x20 && $0 != 0x7F })
                gap = output.count
                index = word.end
            } else {
                gap = nil
                output.append(value[index])
                index += 1
                // Text continues to the next white space or the next "=?".
                while index < value.count, !isSpace(value[index]), reading == .strict || !startsWord(value, index) {
                    output.append(value[index])
                    index += 1
                }
            }
        }
        return Charset.repaired(output)
    }

    /// Decodes the encoded word that starts here; `nil` when none does.
    ///
    /// - Complexity: O(the length of the word); at most 2,000 bytes are looked at, so that many broken starts cost no square.
    static func word(in value: [UInt8], at start: Int) -> (utf8: [UInt8], end: Int)? {
        guard startsWord(value, start) else { return nil }
        let bound = min(value.count, start + 2_000)
        guard let charsetEnd = value[(start + 2)..<bound].firstIndex(of: 0x3F), charsetEnd + 2 < bound,
            value[charsetEnd + 2] == 0x3F
        else { return nil }
        let textStart = charsetEnd + 3
        guard let textEnd = value[textStart..<bound].firstIndex(of: 0x3F), textEnd + 1 < value.count,
            value[textEnd + 1] == 0x3D
        else { return nil }
        let decoded: [UInt8]
        switch value[charsetEnd + 1] | 0x20 {
        case 0x71: decoded = quoted(value[textStart..<textEnd])
        case 0x62: decoded = base64(value[textStart..<textEnd])
        default: return nil
        }
        // RFC 2231 section 5: a language may follow the charset.
        let charset = String(decoding: value[(start + 2)..<charsetEnd].prefix { $0 != 0x2A }, as: UTF8.self)
        return (Charset.utf8(decoded, charset: charset), textEnd + 2)
    }

    /// Whether a word has blanks on both sides, and none within.
    private static func isAlone(_ word: Range<Int>, in value: [UInt8]) -> Bool {
        (word.lowerBound == 0 || isSpace(value[word.lowerBound - 1]))
            && (word.upperBound == value.count || isSpace(value[word.upperBound]))
            && !value[word].contains(where: isSpace)
    }

    private static func startsWord(_ value: [UInt8], _ index: Int) -> Bool {
        index + 1 < value.count && value[index] == 0x3D && value[index + 1] == 0x3F
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == 0x3D, index + 2 < text.endIndex, let high = hexDigit(text[index + 1]),
                let low = hexDigit(text[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(text[index] == 0x5F ? 0x20 : text[index])
                index += 1
            }
        }
        return output
    }

    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let digits = text.filter { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
            default: false
            }
        }
        var decoder = ContentDecoder(.base64)
        return decoder.decode(digits[...]) + decoder.finish()
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
