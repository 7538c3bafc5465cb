/// The bytes of one command as far as they came: its lines in one piece, and its literals.
struct CommandBuffer: Sendable {
    struct Literal: Sendable {
        /// Its place in the text.
        let place: Int
        let bytes: [UInt8]
        /// Has the bytes instead, if the literal is a large message.
        let file: (any LiteralFile)?
        let isBinary: Bool

        var message: MessageLiteral { file.map { .file($0) } ?? .bytes(bytes) }
    }

    private(set) var text: [UInt8] = []
    private(set) var literals: [Literal] = []
    /// The bytes that count, which are all but APPEND's message.
    private(set) var size = 0

    var isEmpty: Bool { text.isEmpty && literals.isEmpty }

    var tag: String? { CommandParser.tag(of: text[...]) }

    mutating func append(_ line: ArraySlice<UInt8>) {
        text += line
        size += line.count
    }

    mutating func append(
        _ literal: [UInt8], _ file: (any LiteralFile)?, of announcement: Announcement, isMessage: Bool
    ) {
        literals.append(
            Literal(place: text.count, bytes: literal, file: file, isBinary: announcement.isBinary))
        // The announcement counts too, so that a command of empty literals ends.
        size += announcement.written + (isMessage ? 0 : literal.count)
    }
}

extension CommandBuffer {
    /// `{n}` or `{n+}` at the end of a line, with `~` before it where NUL may be within (RFC 9051 section 9, RFC 7888).
    struct Announcement: Sendable {
        /// The bytes of the longest one that is understood.
        static let length = 32

        /// As announced; the greatest number there is for what does not fit.
        let count: Int
        /// Whether the client waits for a continuation.
        let isSynchronizing: Bool
        let isBinary: Bool
        /// The bytes of the announcement itself.
        let written: Int

        init?(atEndOf line: ArraySlice<UInt8>) {
            var rest = line
            guard rest.popLast() == UInt8(ascii: "}") else { return nil }
            isSynchronizing = rest.last != UInt8(ascii: "+")
            if !isSynchronizing { rest.removeLast() }
            let digits = rest.suffix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            rest = rest.dropLast(digits.count)
            guard !digits.isEmpty, rest.popLast() == UInt8(ascii: "{") else { return nil }
            isBinary = rest.last == UInt8(ascii: "~")
            if isBinary { rest.removeLast() }
            written = line.count - rest.count
            var count = 0
            for digit in digits {
                let (tens, isTooLarge) = count.multipliedReportingOverflow(by: 10)
                let (sum, isLarger) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
                count = isTooLarge || isLarger ? .max : sum
                if count == .max { break }
            }
            self.count = count
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes at the end that all satisfy a condition.
    fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
