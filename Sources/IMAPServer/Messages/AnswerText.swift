/// Builds the parenthesised text of an answer (RFC 9051 section 9).
struct AnswerText {
    private(set) var bytes: [UInt8] = []

    /// Longer strings are literals: a client may bound its lines (RFC 9051 section 4.3).
    private static let longestQuoted = 1_000

    mutating func add(_ syntax: StaticString) { bytes += syntax.description.utf8 }

    mutating func add(_ number: Int) { bytes += String(number).utf8 }

    /// Adds a quoted string, or a literal where that cannot hold the bytes.
    mutating func add(string: some Collection<UInt8>) {
        guard string.count <= Self.longestQuoted,
            string.allSatisfy({ $0 < 0x80 && $0 != 0x0D && $0 != 0x0A && $0 != 0 })
        else { return add(literal: string) }
        bytes.append(0x22)
        for byte in string {
            if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    /// Adds NIL, or a string.
    mutating func add(nstring: (some Collection<UInt8>)?) {
        if let nstring { add(string: nstring) } else { add("NIL") }
    }

    /// Adds a literal; a NUL, which it cannot hold, becomes 0x80 (RFC 9051 section 4.3).
    private mutating func add(literal: some Collection<UInt8>) {
        bytes.append(0x7B)
        add(literal.count)
        bytes += "}\r\n".utf8
        for byte in literal { bytes.append(byte == 0 ? 0x80 : byte) }
    }
}
