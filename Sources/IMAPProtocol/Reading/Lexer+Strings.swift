extension Lexer {
    /// A word of the protocol, in upper case; empty if none is here.
    mutating func word() -> String {
        String(decoding: run(\.isWordCharacter).map(\.upperCased), as: UTF8.self)
    }

    /// Takes a word only if it is the one that is asked for.
    mutating func take(word: String) -> Bool {
        var ahead = self
        guard ahead.word() == word else { return false }
        self = ahead
        return true
    }

    mutating func atom() throws(Stop) -> String {
        let atom = run(\.isAtomCharacter)
        guard !atom.isEmpty else { throw .bad("Expected an atom") }
        return String(decoding: atom, as: UTF8.self)
    }

    mutating func astring() throws(Stop) -> [UInt8] {
        let atom = run { $0.isAtomCharacter || $0 == UInt8(ascii: "]") }
        return atom.isEmpty ? try string() : Array(atom)
    }

    /// A mailbox's name, or a pattern of names.
    mutating func listMailbox() throws(Stop) -> MailboxName {
        let pattern = run(\.isListCharacter)
        return MailboxName(pattern.isEmpty ? try string() : Array(pattern))
    }

    mutating func mailbox() throws(Stop) -> MailboxName {
        MailboxName(try astring())
    }

    /// A quoted string or a literal.
    mutating func string() throws(Stop) -> [UInt8] {
        guard isAtLiteral else { return try quoted() }
        let bytes = try takeLiteral(isMessage: false).bytes
        // RFC 9051 section 9, CHAR8.
        guard !bytes.contains(0) else { throw .bad("NUL has no place in a string") }
        return bytes
    }

    mutating func nilOrString() throws(Stop) -> [UInt8]? {
        take(word: "NIL") ? nil : try string()
    }

    mutating func quoted() throws(Stop) -> [UInt8] {
        guard take("\"") else { throw .bad("Expected a string") }
        var bytes: [UInt8] = []
        var isASCII = true
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\""):
                guard isASCII || String(validating: bytes, as: UTF8.self) != nil else {
                    throw .bad("A quoted string is not UTF-8")
                }
                return bytes
            case UInt8(ascii: "\\"):
                guard let escaped = next(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                    throw .bad("A quoted string has an unknown escape")
                }
                bytes.append(escaped)
            case 0, UInt8(ascii: "\r"): throw .bad("A quoted string has a control character")
            case 0x80...:
                guard acceptsUTF8 else { throw .bad("A quoted string is not ASCII") }
                isASCII = false
                bytes.append(byte)
            default: bytes.append(byte)
            }
        }
        throw .bad("A quoted string has no end")
    }

    /// The name of a header field (RFC 5322 section 3.6.8), which is safe to repeat in an answer.
    mutating func fieldName() throws(Stop) -> String {
        let name = try astring()
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }) else {
            throw .bad("Expected the name of a header field")
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// An identifier of RFC 8474.
    mutating func objectID() throws(Stop) -> String {
        let id = run { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        guard (1...255).contains(id.count) else { throw .bad("Expected an object's identifier") }
        return String(decoding: id, as: UTF8.self)
    }

    /// A charset's name, in upper case.
    mutating func charset() throws(Stop) -> String {
        let name = try astring()
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .bad("Expected a charset") }
        return String(decoding: name.map(\.upperCased), as: UTF8.self)
    }

    /// A flag that clients may set: `\Recent` and those that this server does not know are refused.
    mutating func flag() throws(Stop) -> Flag {
        guard take("\\") else { return .keyword(try atom()) }
        switch word() {
        case "SEEN": return .seen
        case "ANSWERED": return .answered
        case "FLAGGED": return .flagged
        case "DELETED": return .deleted
        case "DRAFT": return .draft
        default: throw .bad("Unknown system flag")
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetterOrDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    var upperCased: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & 0xDF : self }

    /// Of the protocol's own words: commands, keys and items.
    var isWordCharacter: Bool {
        isLetterOrDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") || self == UInt8(ascii: "=")
    }

    /// RFC 9051 section 9, ATOM-CHAR.
    var isAtomCharacter: Bool {
        switch self {
        case ...0x20, 0x7F...: false
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "*"),
            UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]"):
            false
        default: true
        }
    }

    var isListCharacter: Bool {
        isAtomCharacter || self == UInt8(ascii: "]") || self == UInt8(ascii: "%") || self == UInt8(ascii: "*")
    }

    var isTagCharacter: Bool {
        (isAtomCharacter || self == UInt8(ascii: "]")) && self != UInt8(ascii: "+")
    }
}
