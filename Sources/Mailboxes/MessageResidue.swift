import ByteSearch
internal import Cryptography

/// Follows the lines of a header as a mail reader does: it ends at the first line that is no field.
///
/// It agrees with `HeaderSection` of the module MIME; a test compares them on random headers.
struct ReadHeader {
    private enum Line {
        case start
        /// In a possible field name.
        case name
        case blanksBehindName
        /// Decided; the rest of the line is skipped.
        case rest
    }

    private var line = Line.start
    /// The first bytes of the line.
    private var lineStart: [UInt8] = []
    /// The number of bytes of the line so far.
    private var count = 0
    private(set) var hasEnded = false
    private var isInDroppedField = false

    /// The greatest length of a line (RFC 5322 section 2.1.1), and of a field's name with the blanks after it.
    private static let longestName = 998
    private static let envelopeStarts = [Array("From ".utf8), Array(">From ".utf8)]

    /// Whether a line that is left out now is text to a reader, or a part of a field that is kept.
    var showsDroppedLines: Bool { hasEnded || !isInDroppedField }

    /// Starts a field that is left out, with the lines that continue it.
    mutating func startDroppedField() {
        isInDroppedField = true
    }

    /// Takes bytes that are kept, in order.
    mutating func take(_ bytes: borrowing Span<UInt8>) {
        var index = 0
        while index < bytes.count, !hasEnded {
            if case .rest = line {
                guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index) else { return }
                startLine()
                index = end + 1
            } else {
                take(bytes[index])
                index += 1
            }
        }
    }

    private mutating func startLine() {
        line = .start
        lineStart = []
        count = 0
    }

    private mutating func take(_ byte: UInt8) {
        defer { count += 1 }
        if lineStart.count < 6 { lineStart.append(byte) }
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if case .start = line {
            isInDroppedField = false
            if isBlank { return line = .rest }
            line = .name
        }
        if byte == UInt8(ascii: ":"), count < Self.longestName {
            line = .rest
        } else if isBlank, count < Self.longestName {
            line = .blanksBehindName
        } else if case .name = line, (0x21..<0x7F).contains(byte), count < Self.longestName {
            return
        } else if Self.envelopeStarts.contains(where: lineStart.starts(with:)) {
            // A misplaced envelope line of an mbox does not end the header.
            line = .rest
            if byte == UInt8(ascii: "\n") { startLine() }
        } else {
            hasEnded = true
        }
    }
}

/// The digest of the text that the identity leaves out but a reader shows, with the place of each piece.
///
/// A place is the number of kept lines before it. Line ends count as in the identity.
struct Residue: ~Copyable {
    private var hasher = LineEndHasher()
    private var keptLines = 0
    private var place: Int?

    /// Skips kept bytes, and counts their lines.
    mutating func pass(_ bytes: borrowing Span<UInt8>) {
        var index = 0
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index) {
            keptLines += 1
            index = end + 1
        }
    }

    mutating func take(_ bytes: borrowing Span<UInt8>) {
        // A number alone in a line marks a place: no line that is left out has one, because it begins with a field's
        // name or a blank.
        if place != keptLines { hasher.update(Array("\n\(keptLines)\n".utf8).span) }
        place = keptLines
        hasher.update(bytes)
    }

    /// Returns the digest, nil if nothing was added, and starts the next.
    mutating func finalize() -> SHA256Digest? {
        let isEmpty = place == nil
        (keptLines, place) = (0, nil)
        let digest = hasher.finalize()
        return isEmpty ? nil : digest
    }
}

/// The size of the header so far as a reader counts it, without line ends.
struct HeaderSize {
    private var bytes = 0
    private var endsInReturn = false

    /// The limit of the parser: `ParseLimits.header` of the module MIME.
    private static let longest = 1 << 20

    var isTooLarge: Bool { bytes > Self.longest }

    mutating func count(_ span: borrowing Span<UInt8>) {
        for index in span.indices {
            let byte = span[index]
            if endsInReturn, byte != UInt8(ascii: "\n") { bytes += 1 }
            endsInReturn = byte == UInt8(ascii: "\r")
            if !endsInReturn, byte != UInt8(ascii: "\n") { bytes += 1 }
        }
    }
}
