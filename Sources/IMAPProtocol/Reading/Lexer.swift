/// Reads the words of a command, from its start on (RFC 9051 section 9).
struct Lexer {
    private let text: [UInt8]
    private let literals: [CommandBuffer.Literal]
    /// A literal behind the text, of which no byte has come.
    private let pending: CommandBuffer.Announcement?
    let acceptsUTF8: Bool

    private var position = 0
    private var literal = 0
    /// Where the text ends, or the next literal is.
    private var end: Int

    init(_ buffer: CommandBuffer, awaiting pending: CommandBuffer.Announcement?, acceptsUTF8: Bool) {
        text = buffer.text
        literals = buffer.literals
        self.pending = pending
        self.acceptsUTF8 = acceptsUTF8
        end = literals.first?.place ?? text.count
    }

    /// The next byte of text; nil at a literal and at the end.
    var peek: UInt8? { position < end ? text[position] : nil }

    var isAtLiteral: Bool { position == end && (literal < literals.count || pending != nil) }

    private var isAtEnd: Bool { position == end && literal == literals.count && pending == nil }

    func isAt(_ scalar: Unicode.Scalar) -> Bool { peek == UInt8(ascii: scalar) }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard isAt(scalar) else { return false }
        position += 1
        return true
    }

    /// Takes a space before one more argument; spaces at the end are left.
    mutating func takeSeparator() -> Bool {
        var ahead = self
        guard ahead.take(" ") else { return false }
        var rest = ahead
        while rest.take(" ") {}
        guard !rest.isAtEnd else { return false }
        self = ahead
        return true
    }

    mutating func expect(_ scalar: Unicode.Scalar) throws(Stop) {
        guard take(scalar) else { throw .bad("Expected \"\(scalar)\"") }
    }

    mutating func space() throws(Stop) {
        guard take(" ") else { throw .bad(isAtEnd ? "An argument is missing" : "Expected a space") }
    }

    mutating func next() -> UInt8? {
        guard position < end else { return nil }
        position += 1
        return text[position - 1]
    }

    /// Takes the bytes that satisfy a condition; there may be none.
    mutating func run(_ isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < end, isIncluded(text[position]) { position += 1 }
        return text[start..<position]
    }

    /// Checks that nothing follows; spaces at the end are forgiven, as people type them.
    mutating func finish() throws(Stop) {
        while take(" ") {}
        guard isAtEnd else { throw .bad("More follows than the command takes") }
    }

    /// Takes a literal.
    ///
    /// - Parameter isMessage: Whether it is APPEND's, which alone may be binary.
    mutating func takeLiteral(isMessage: Bool) throws(Stop) -> CommandBuffer.Literal {
        guard isAtLiteral else { throw .bad("Expected a literal") }
        let isBinary = literal < literals.count ? literals[literal].isBinary : pending?.isBinary == true
        guard isMessage || !isBinary else { throw .bad("A binary literal has no place here") }
        guard literal < literals.count else { throw .awaitsLiteral(isMessage: isMessage) }
        let taken = literals[literal]
        literal += 1
        end = literal < literals.count ? literals[literal].place : text.count
        return taken
    }
}
