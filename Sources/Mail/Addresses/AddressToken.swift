/// One lexical token of a structured address header (RFC 5322, 3.2), with its place.
struct AddressToken {
    enum Kind: Equatable {
        /// A run of atext; RFC 6532, 3.2 adds every non-ASCII character to it.
        case atom(String)
        /// The content of a quoted string, unescaped and unfolded.
        case quoted(String)
        /// The content of a domain literal, without its brackets.
        case literal(String)
        /// The content of a comment, unescaped, nested parentheses kept.
        case comment(String)
        /// One of `< > @ , ; : .`
        case special(UInt8)
        /// A byte that fits nowhere, or a quote, comment or bracket that never ends.
        case malformed
    }

    let kind: Kind
    let range: Range<Int>
    let followsSpace: Bool

    func isSpecial(_ character: Unicode.Scalar) -> Bool {
        kind == .special(UInt8(ascii: character))
    }

    var isComment: Bool {
        if case .comment = kind { true } else { false }
    }
}

/// Cuts a text into tokens.
///
/// Each byte is looked at once, comments are counted rather than recursed into, and what never ends becomes one malformed
/// token that reaches to the end.
///
/// - Complexity: O(*n*).
struct AddressLexer {
    private let bytes: [UInt8]
    private var position = 0

    static func tokens(of bytes: [UInt8]) -> [AddressToken] {
        var lexer = AddressLexer(bytes: bytes)
        var tokens: [AddressToken] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func next() -> AddressToken? {
        let before = position
        while position < bytes.count, AddressSyntax.isSpace(bytes[position]) { position += 1 }
        guard position < bytes.count else { return nil }
        let start = position
        let kind = kind(startingWith: bytes[start])
        return AddressToken(kind: kind, range: start..<position, followsSpace: start > before)
    }

    private mutating func kind(startingWith byte: UInt8) -> AddressToken.Kind {
        if AddressSyntax.isAtext(byte) {
            let start = position
            while position < bytes.count, AddressSyntax.isAtext(bytes[position]) { position += 1 }
            return .atom(String(decoding: bytes[start..<position], as: UTF8.self))
        }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return delimited(by: UInt8(ascii: "\"")).map { .quoted($0) } ?? .malformed
        case UInt8(ascii: "["): return delimited(by: UInt8(ascii: "]")).map { .literal($0) } ?? .malformed
        case UInt8(ascii: "("): return comment().map { .comment($0) } ?? .malformed
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"), UInt8(ascii: "."):
            return .special(byte)
        default: return .malformed
        }
    }

    /// Reads to the closing byte, taking `\x` for `x` and line ends for nothing (RFC 5322, 2.2.3).
    private mutating func delimited(by end: UInt8) -> String? {
        var content: [UInt8] = []
        var isSound = true
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == end { return isSound ? String(decoding: content, as: UTF8.self) : nil }
            if byte == UInt8(ascii: "\\") {
                guard position < bytes.count else { return nil }
                byte = bytes[position]
                position += 1
            } else if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
                continue
            }
            if AddressSyntax.isControl(byte) { isSound = false }
            content.append(byte)
        }
        return nil
    }

    private mutating func comment() -> String? {
        var content: [UInt8] = []
        var depth = 1
        var isSound = true
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return isSound ? String(decoding: content, as: UTF8.self) : nil }
            case UInt8(ascii: "\\"):
                guard position < bytes.count else { return nil }
                byte = bytes[position]
                position += 1
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
            default: break
            }
            if AddressSyntax.isControl(byte) { isSound = false }
            content.append(byte)
        }
        return nil
    }
}

/// The character classes of RFC 5322, 3.2.3, with the non-ASCII characters that RFC 6532 adds.
enum AddressSyntax {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
    }

    /// A control character that no part of an address may hold; the tab is none.
    static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte != 0x09) || byte == 0x7f
    }

    static func isAtext(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xff:
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"),
            UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether the text is atoms joined by single dots.
    static func isDotAtom(_ text: some StringProtocol) -> Bool {
        var followsAtom = false
        for byte in text.utf8 {
            if isAtext(byte) {
                followsAtom = true
            } else if byte == UInt8(ascii: "."), followsAtom {
                followsAtom = false
            } else {
                return false
            }
        }
        return followsAtom
    }

    /// The text between quotes, with `"` and `\` escaped (RFC 5322, 3.2.4).
    static func quoted(_ text: some StringProtocol) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        quoted.unicodeScalars.append("\"")
        return quoted
    }
}
