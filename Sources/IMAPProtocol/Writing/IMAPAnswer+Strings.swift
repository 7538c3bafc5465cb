extension IMAPAnswer {
    /// The longest string that is written in quotes.
    private static let longestQuoted = 1_000

    /// Appends a string: in quotes where it is short and printable ASCII, else as a literal.
    public mutating func string(_ string: ArraySlice<UInt8>) {
        guard string.count <= Self.longestQuoted, string.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            literal(string)
            return
        }
        quoted(string)
    }

    public mutating func string(_ string: [UInt8]) {
        self.string(string[...])
    }

    public mutating func string(_ string: String) {
        self.string(Array(string.utf8)[...])
    }

    /// Appends a string as an atom where it can be one.
    public mutating func astring(_ string: ArraySlice<UInt8>) {
        guard Self.isAtom(string) else { return self.string(string) }
        raw(string)
    }

    public mutating func astring(_ string: [UInt8]) {
        astring(string[...])
    }

    public mutating func astring(_ string: String) {
        astring(Array(string.utf8)[...])
    }

    /// Appends a mailbox's name in the encoding of the session: modified UTF-7, or UTF-8 in quotes once it is enabled.
    public mutating func mailbox(_ name: String, isUTF8: Bool) {
        guard isUTF8 else { return astring(ModifiedUTF7.encode(name)) }
        let bytes = Array(name.utf8)
        if bytes.allSatisfy({ $0 < 0x80 }) {
            astring(bytes)
        } else if bytes.count > Self.longestQuoted || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            literal(bytes[...])
        } else {
            quoted(bytes[...])
        }
    }

    /// Appends what announces a literal; its bytes follow.
    public mutating func literalHead(_ count: Int) {
        byte(UInt8(ascii: "{"))
        number(count)
        byte(UInt8(ascii: "}"))
        end()
    }

    /// Appends a literal; a NUL, which it cannot hold, goes out as 0x80 (RFC 9051 section 4.3).
    public mutating func literal(_ string: ArraySlice<UInt8>) {
        literalHead(string.count)
        literalPiece(string, isBinary: false)
    }

    /// Appends some bytes of a literal whose head is there.
    public mutating func literalPiece(_ piece: ArraySlice<UInt8>, isBinary: Bool) {
        let start = bytes.count
        raw(piece)
        guard !isBinary, piece.contains(0) else { return }
        for index in start..<bytes.count where bytes[index] == 0 { bytes[index] = 0x80 }
    }

    /// Appends what announces a literal with any bytes, NUL too (RFC 3516); they follow.
    public mutating func literal8Head(_ count: Int) {
        byte(UInt8(ascii: "~"))
        literalHead(count)
    }

    public mutating func literal8(_ string: ArraySlice<UInt8>) {
        literal8Head(string.count)
        raw(string)
    }

    private mutating func quoted(_ string: ArraySlice<UInt8>) {
        byte(UInt8(ascii: "\""))
        for next in string {
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") { byte(UInt8(ascii: "\\")) }
            byte(next)
        }
        byte(UInt8(ascii: "\""))
    }

    /// NIL could be an atom, but readers take it for a missing string.
    private static func isAtom(_ string: ArraySlice<UInt8>) -> Bool {
        guard !string.isEmpty, string.count <= longestQuoted, string.allSatisfy(isAtomCharacter) else { return false }
        return !(string.count == 3 && string.map { $0 & 0xDF }.elementsEqual("NIL".utf8))
    }

    /// RFC 9051 section 9, ATOM-CHAR; `]` is left out, as older readers stop at it.
    private static func isAtomCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F...: false
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "*"),
            UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]"):
            false
        default: true
        }
    }
}
