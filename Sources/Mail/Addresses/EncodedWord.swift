/// The encoded words of RFC 2047 in UTF-8, ISO-8859-1 and US-ASCII, as display names need them, without a charset
/// library.
enum EncodedWord {
    /// Decodes each encoded word of a text; one of another charset, or a broken one, stays as it is.
    ///
    /// White space between two encoded words is dropped (6.2). Bytes of neighbours in one charset are joined before
    /// they are decoded, because many programs cut a character in two.
    ///
    /// - Complexity: O(*n*).
    static func decode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var pending: (charset: Charset, bytes: [UInt8])?
        var position = 0
        while position < bytes.count {
            if let word = word(in: bytes, at: position) {
                if let run = pending, run.charset != word.charset {
                    result += run.charset.utf8(run.bytes)
                    pending = nil
                }
                if pending == nil { pending = (word.charset, []) }
                pending?.bytes += word.bytes
                position = word.end
                continue
            }
            if let run = pending {
                var next = position
                while next < bytes.count, AddressSyntax.isSpace(bytes[next]) { next += 1 }
                if next > position, word(in: bytes, at: next) != nil {
                    position = next
                    continue
                }
                result += run.charset.utf8(run.bytes)
                pending = nil
            }
            result.append(bytes[position])
            position += 1
        }
        if let run = pending { result += run.charset.utf8(run.bytes) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes a text as UTF-8 in words of at most 75 characters (2), separated by a space.
    ///
    /// Q is used unless B is clearly shorter, because a person can read most of it.
    ///
    /// - Parameter width: The length of the text on the line before the first word, which is shorter by that much.
    static func encode(_ text: String, after width: Int = 0) -> String {
        let bytes = text.utf8
        let quotedLength = bytes.reduce(0) { $0 + (isPlainInQ($1) || $1 == 0x20 ? 1 : 3) }
        let usesQ = quotedLength <= (bytes.count + 2) / 3 * 4 + 4
        // 75 characters less "=?UTF-8?Q?" and "?=".
        var room = max(63 - width, 12)
        var words: [String] = []
        var chunk: [UInt8] = []
        var length = 0
        for scalar in text.unicodeScalars {
            // 5: each encoded word holds whole characters.
            let piece = Array(String(scalar).utf8)
            let cost = usesQ ? piece.reduce(0) { $0 + (isPlainInQ($1) || $1 == 0x20 ? 1 : 3) } : piece.count
            if length + cost > (usesQ ? room : room / 4 * 3), !chunk.isEmpty {
                words.append(word(of: chunk, usesQ: usesQ))
                (chunk, length, room) = ([], 0, 63)
            }
            chunk += piece
            length += cost
        }
        if !chunk.isEmpty { words.append(word(of: chunk, usesQ: usesQ)) }
        return words.joined(separator: " ")
    }

    // MARK: - Decoding

    private enum Charset {
        case utf8
        case latin1
        case ascii

        init?(_ name: ArraySlice<UInt8>) {
            // RFC 2231, 5: a language may follow the charset behind an asterisk.
            switch String(decoding: name.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self).asciiLowercased {
            case "utf-8", "utf8": self = .utf8
            case "iso-8859-1", "iso8859-1", "latin1": self = .latin1
            case "us-ascii", "ascii": self = .ascii
            default: return nil
            }
        }

        /// The bytes in UTF-8, with U+FFFD for bytes that the charset does not have.
        func utf8(_ bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .utf8: Array(String(decoding: bytes, as: UTF8.self).utf8)
            case .latin1: bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
            case .ascii: bytes.flatMap { $0 < 0x80 ? [$0] : [0xef, 0xbf, 0xbd] }
            }
        }
    }

    /// Reads `=?charset?encoding?text?=` at a position.
    ///
    /// It looks no further than the fourth question mark, so that all calls together stay linear.
    private static func word(
        in bytes: [UInt8], at start: Int
    ) -> (charset: Charset, bytes: [UInt8], end: Int)? {
        let question = UInt8(ascii: "?")
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "="), bytes[start + 1] == question else {
            return nil
        }
        func field(from position: Int) -> ArraySlice<UInt8>? {
            var end = position
            while end < bytes.count, bytes[end] != question {
                if bytes[end] <= 0x20 || bytes[end] >= 0x7f { return nil }
                end += 1
            }
            return end < bytes.count ? bytes[position..<end] : nil
        }
        guard let name = field(from: start + 2), name.count <= 40, let charset = Charset(name),
            let encoding = field(from: name.endIndex + 1), encoding.count == 1,
            let text = field(from: encoding.endIndex + 1),
            text.endIndex + 1 < bytes.count, bytes[text.endIndex + 1] == UInt8(ascii: "=")
        else { return nil }
        let decoded: [UInt8]? =
            switch encoding.first {
            case UInt8(ascii: "q"), UInt8(ascii: "Q"): decodeQ(text)
            case UInt8(ascii: "b"), UInt8(ascii: "B"): decodeB(text)
            default: nil
            }
        guard let decoded else { return nil }
        return (charset, decoded, text.endIndex + 2)
    }

    private static func decodeQ(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        var position = text.startIndex
        while position < text.endIndex {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "_"): decoded.append(0x20)
            case UInt8(ascii: "="):
                guard position + 1 < text.endIndex, let high = hexadecimal(text[position]),
                    let low = hexadecimal(text[position + 1])
                else { return nil }
                decoded.append(high << 4 | low)
                position += 2
            default: decoded.append(byte)
            }
        }
        return decoded
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Decodes Base64 (RFC 4648, 4); missing padding is forgiven, anything behind padding is not.
    private static func decodeB(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        guard digits.count % 4 != 1, text.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        var decoded: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                decoded.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return decoded
    }

    // MARK: - Encoding

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Whether a character needs no encoding in a word of a phrase (5, rule 3).
    private static func isPlainInQ(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func word(of bytes: [UInt8], usesQ: Bool) -> String {
        var text = Array((usesQ ? "=?UTF-8?Q?" : "=?UTF-8?B?").utf8)
        if usesQ {
            let digits = Array("0123456789ABCDEF".utf8)
            for byte in bytes {
                if isPlainInQ(byte) {
                    text.append(byte)
                } else if byte == 0x20 {
                    text.append(UInt8(ascii: "_"))
                } else {
                    text += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0x0f)]]
                }
            }
        } else {
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let group = bytes[start..<min(start + 3, bytes.count)]
                var bits: UInt32 = 0
                for offset in 0..<3 { bits = bits << 8 | UInt32(offset < group.count ? group[start + offset] : 0) }
                for digit in 0..<4 {
                    let value = Int(bits >> UInt32(18 - 6 * digit)) & 0x3f
                    text.append(digit <= group.count ? alphabet[value] : UInt8(ascii: "="))
                }
            }
        }
        text += Array("?=".utf8)
        return String(decoding: text, as: UTF8.self)
    }
}
