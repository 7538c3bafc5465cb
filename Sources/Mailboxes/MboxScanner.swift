import DiskFiles

/// Finds the messages of an mbox, one after the other, in bounded memory.
///
/// There is no standard; <https://www.jwz.org/doc/content-length.html> and RFC 4155 describe the dialects. A separator
/// is a "From " line followed by a header field. A blank line has to precede it, or it has to look as programs write it
/// (``MailStart/isPlausibleFromLine(_:)``), because Mozilla leaves the blank line out. The blank line before it belongs
/// to it.
///
/// A `Content-Length` that leads exactly to a separator or to the end (mboxcl, mboxcl2) alone ends the message.
///
/// A "From " line with a date that no header field follows begins an entry without a message, if a blank line precedes
/// it. Its text belongs to no message.
struct MboxScanner: ~Copyable, Sendable {
    struct Message {
        let separator: [UInt8]
        let offset: Int64
        let length: Int64
        let isQuoted: Bool
        let status: [UInt8]
    }

    enum Entry {
        case message(Message)
        /// An entry without a header, whose "From " line begins at this byte of the file.
        case headless(offset: Int64)
    }

    /// The strictness of a scan.
    enum Rule {
        /// The file is known to be an mbox.
        case split
        /// A separator needs the blank line, the usual form and a header, because the file may be no mbox at all.
        case doubt
    }

    /// A `Content-Length` beyond this many bytes of a header does not count.
    static let longestHeader: Int64 = 1 << 20

    private var lines: LineReader
    private let rule: Rule
    private var current: Draft?
    /// A "From " line that the next line confirms or refutes.
    private var candidate: Candidate?
    /// The start of the blank line just before the current position, if there is one.
    private var blankBefore: Int64?
    private var end: Int64 = 0
    private var hasStopped = false

    /// Starts at the first "From " line.
    ///
    /// - Parameter start: The number of bytes before it, fewer than the buffer has: a byte-order mark and empty lines.
    init(_ file: SharedFile, rule: Rule, start: Int, bufferSize: Int = 64 << 10) throws(FileError) {
        lines = LineReader(file, bufferSize: bufferSize)
        self.rule = rule
        if start > 0 { try lines.skip(start) }
        if let first = try lines.next() { current = Draft(Candidate(first, blankBefore: nil, isCertain: true)) }
    }

    /// Whether another message follows.
    var hasMore: Bool { current != nil }

    /// Ends the scan, so that no message follows.
    mutating func stop() {
        hasStopped = true
        current = nil
    }

    /// Returns the next entry, and nil after the last.
    mutating func next() throws(FileError) -> Entry? {
        if hasStopped { return nil }
        while let line = try lines.next() {
            end = line.end
            if let found = candidate {
                candidate = nil
                if MailStart.isFieldAfterFromLine(line.start) {
                    let finished = finish(before: found)
                    current = Draft(found)
                    try read(line)
                    return finished
                }
                if found.isCertain {
                    let finished = finish(before: found)
                    current = Draft(found)
                    current?.hasHeader = false
                    blankBefore = nil
                    if let next = separator(in: line) { candidate = next } else { try read(line) }
                    return finished
                }
                passOver(found)
            }
            if let found = separator(in: line) {
                candidate = found
            } else {
                try read(line)
            }
        }
        if let found = candidate {
            candidate = nil
            if found.isCertain {
                let finished = finish(before: found)
                current = Draft(found)
                return finished
            }
            passOver(found)
        }
        defer { current = nil }
        return finishAtEnd()
    }

    /// Treats a "From " line that separates nothing as text.
    private mutating func passOver(_ candidate: Candidate) {
        current?.passOver(fromLineAt: candidate.offset)
        blankBefore = nil
    }

    private func separator(in line: LineReader.Line) -> Candidate? {
        guard line.start.first == UInt8(ascii: "F"), MailStart.isFromLine(line.start) else { return nil }
        if let stated = current?.contentLengthEnd {
            if line.offset < stated.content { return nil }
            if line.offset == stated.next {
                return Candidate(line, blankBefore: nil, isCertain: isCertain(line, isEndKnown: true))
            }
        }
        let isPlausible = MailStart.isPlausibleFromLine(line.start)
        let isSeparator =
            switch rule {
            case .split: blankBefore != nil || isPlausible
            case .doubt: blankBefore != nil && isPlausible
            }
        guard isSeparator else { return nil }
        return Candidate(
            line, blankBefore: blankBefore, isCertain: isCertain(line, isEndKnown: blankBefore != nil))
    }

    /// Whether a "From " line ends the message before it even if no header follows.
    private func isCertain(_ line: LineReader.Line, isEndKnown: Bool) -> Bool {
        switch rule {
        case .split: isEndKnown && MailStart.isDatedFromLine(line.start)
        case .doubt: false
        }
    }

    /// Adds a line to the current message.
    private mutating func read(_ line: LineReader.Line) throws(FileError) {
        blankBefore = line.isBlank ? line.offset : nil
        guard let contentLength = current?.take(line) else { return }
        let stated = try contentLengthEnd(at: line.end + contentLength)
        current?.contentLengthEnd = stated
    }

    /// Checks the stated end of a message; nil if it leads neither to a separator nor to the end of the file.
    private mutating func contentLengthEnd(at offset: Int64) throws(FileError) -> ContentLengthEnd? {
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try lines.file.read(into: &bytes, 0..<8, from: offset)
        // A read at or beyond the end returns nothing.
        if count == 0 {
            return try lines.file.state().size == offset ? ContentLengthEnd(content: offset, next: offset) : nil
        }
        let found = bytes[..<count]
        for lineEnd in ["", "\n", "\r\n"] {
            let rest = found.dropFirst(lineEnd.utf8.count)
            guard found.starts(with: lineEnd.utf8), rest.starts(with: "From ".utf8) || (rest.isEmpty && count < 8)
            else {
                continue
            }
            return ContentLengthEnd(content: offset, next: offset + Int64(lineEnd.utf8.count))
        }
        return nil
    }

    private func finish(before separator: Candidate) -> Entry? {
        if let stated = current?.contentLengthEnd, stated.next == separator.offset {
            return current?.entry(endingAt: stated.content)
        }
        return current?.entry(endingAt: separator.blankBefore ?? separator.offset)
    }

    private func finishAtEnd() -> Entry? {
        if let stated = current?.contentLengthEnd, stated.next == end {
            return current?.entry(endingAt: stated.content)
        }
        // Programs write the blank line after the last message, too.
        return current?.entry(endingAt: blankBefore ?? end)
    }
}

extension MboxScanner {
    /// A line that may separate two messages.
    private struct Candidate {
        let text: [UInt8]
        let offset: Int64
        let end: Int64
        let blankBefore: Int64?
        /// Whether it needs no header after it.
        let isCertain: Bool

        init(_ line: LineReader.Line, blankBefore: Int64?, isCertain: Bool) {
            text = Array(line.start)
            offset = line.offset
            end = line.end
            self.blankBefore = blankBefore
            self.isCertain = isCertain
        }
    }

    /// The end of a message by its `Content-Length`, and the start of the next separator.
    private struct ContentLengthEnd {
        let content: Int64
        let next: Int64
    }

    /// The message being read.
    private struct Draft {
        let separator: [UInt8]
        let separatorOffset: Int64
        let offset: Int64
        /// Whether a header field follows the separator; nil before the next line is known.
        var hasHeader: Bool?
        var contentLengthEnd: ContentLengthEnd?
        private var contentLength: Int64?
        private var status: [UInt8] = []
        private var isInHeader = true
        private var hasQuotedLine = false
        private var hasBareLine = false

        init(_ start: Candidate) {
            separator = Array(start.text.prefix(1000))
            separatorOffset = start.offset
            offset = start.end
        }

        /// Adds a line; at the end of the header it returns the stated length of the body.
        mutating func take(_ line: LineReader.Line) -> Int64? {
            if hasHeader == nil { hasHeader = MailStart.isFieldAfterFromLine(line.start) }
            let first = line.start.first
            if first == UInt8(ascii: ">"),
                line.start.drop(while: { $0 == UInt8(ascii: ">") }).starts(with: "From ".utf8)
            {
                hasQuotedLine = true
            } else if first == UInt8(ascii: "F"), line.start.starts(with: "From ".utf8) {
                passOver(fromLineAt: line.offset)
            }
            guard isInHeader else { return nil }
            if line.isBlank {
                isInHeader = false
                return contentLength
            }
            if contentLength == nil, line.offset - offset < MboxScanner.longestHeader,
                let value = Self.value(of: "content-length", in: line.start)
            {
                contentLength = Int64(String(decoding: value, as: UTF8.self).trimmed).flatMap {
                    (0...(1 << 50)).contains($0) ? $0 : nil
                }
            } else if let value = Self.value(of: "status", in: line.start) ?? Self.value(of: "x-status", in: line.start)
            {
                status += value.prefix(32).filter { $0 > 0x20 }
            }
            return nil
        }

        /// Notes a "From " line that separates nothing. A `Content-Length` that counts it shows that nothing is quoted
        /// (mboxcl2).
        mutating func passOver(fromLineAt offset: Int64) {
            if hasHeader == nil { hasHeader = false }
            if let contentLengthEnd, offset < contentLengthEnd.content { hasBareLine = true }
        }

        func entry(endingAt end: Int64) -> Entry {
            guard hasHeader == true else { return .headless(offset: separatorOffset) }
            var line = separator[...]
            while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line.removeLast() }
            return .message(
                Message(
                    separator: Array(line), offset: offset, length: max(0, end - offset),
                    isQuoted: hasQuotedLine && !hasBareLine, status: status))
        }

        private static func value(of name: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            let length = name.utf8CodeUnitCount
            guard line.count > length, line[line.startIndex + length] == UInt8(ascii: ":"),
                line.prefix(length).map({ $0 | 0x20 }).elementsEqual(name.description.utf8.map { $0 | 0x20 })
            else { return nil }
            return line.dropFirst(length + 1)
        }
    }
}

extension String {
    /// The text without the blanks and line ends around it.
    fileprivate var trimmed: String {
        let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        return String(drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}
