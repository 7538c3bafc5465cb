/// Reads the attributes of a tag (https://html.spec.whatwg.org/multipage/syntax.html#attributes-2).
enum HTMLAttributes {
    /// Returns the value of an attribute, whose name is given in lower case; nil if the tag has none of this name.
    ///
    /// White space within becomes one space; character references are replaced.
    /// - Complexity: O(the length of the tag).
    static func value(of name: String, in source: [UInt8], _ range: Range<Int>) -> String? {
        var index = range.lowerBound
        func skip(_ isSkipped: (UInt8) -> Bool) {
            while index < range.upperBound, isSkipped(source[index]) { index += 1 }
        }
        while index < range.upperBound {
            skip { isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
            let start = index
            skip { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            let isWanted = source[start..<index].elementsEqual(name.utf8) { $0 | 0x20 == $1 }
            skip(isSpace)
            guard index < range.upperBound, source[index] == UInt8(ascii: "=") else {
                if isWanted { return "" }
                // A sign that begins nothing must not be met again.
                if index == start { index += 1 }
                continue
            }
            index += 1
            skip(isSpace)
            guard index < range.upperBound else { return nil }
            let quote = source[index]
            let valueStart: Int
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                index += 1
                valueStart = index
                skip { $0 != quote }
            } else {
                valueStart = index
                skip { !isSpace($0) && $0 != UInt8(ascii: ">") }
            }
            if isWanted { return text(of: source[valueStart..<index]) }
            index += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Returns the text of a value.
    static func text(of bytes: ArraySlice<UInt8>) -> String {
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.containsByte(UInt8(ascii: "&")) else { return words }
        var result = ""
        for (number, piece) in words.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            if number == 0 {
                result += piece
                continue
            }
            // In an address, an ampersand without a final semicolon stays unchanged.
            let bytes = Array(piece.utf8)
            if let (text, length) = CharacterReferences.reference(in: bytes[...]),
                bytes[length - 1] == UInt8(ascii: ";")
            {
                result += text + String(decoding: bytes[length...], as: UTF8.self)
            } else {
                result += "&" + piece
            }
        }
        return result
    }
}
