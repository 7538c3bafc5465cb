import ByteSearch
public import Cryptography

/// The digests of one message.
public struct MessageDigests: Codable, Hashable, Sendable {
    /// SHA-256 of the bytes as they are stored.
    public let raw: SHA256Digest
    /// SHA-256 of the part that stays the same when programs move the message; see ``MessageDigester``.
    public let identity: SHA256Digest
    /// SHA-256 of the content that a mail reader shows: two messages look alike if it is equal.
    ///
    /// It equals the identity, except for messages that show a part which the identity leaves out. A reader ends the
    /// header at the first line that is no field, the identity at the first empty line.
    public let reading: SHA256Digest

    /// Computes the digests of a message in memory.
    public init(of bytes: [UInt8]) {
        var digester = MessageDigester()
        digester.update(bytes.span)
        self = digester.finalize()
    }

    init(raw: SHA256Digest, identity: SHA256Digest, residue: SHA256Digest? = nil) {
        self.raw = raw
        self.identity = identity
        reading =
            residue.map { SHA256Hasher.digest(of: Array("reading ".utf8) + identity.bytes + $0.bytes) } ?? identity
    }
}

/// Computes the digests of a message over pieces of any size, in constant memory.
///
/// The identity is SHA-256 of the message after these steps, which never change, because digests in logs depend on
/// them:
/// 1. A first line that starts with `From ` is left out; a byte-order mark before it stays.
/// 2. In the header, which ends at the first empty line, each field whose name is in ``leftOut`` is left out. The name
///    may be in any case, with the colon right after it; lines that start with a space or a tab continue the field.
/// 3. Each CR LF becomes LF. A CR elsewhere stays.
/// 4. All line ends (LF) at the very end are left out: an mbox adds them.
public struct MessageDigester: ~Copyable {
    /// The fields that delivery and synchronisation write into a copy, in lower case.
    public static let leftOut: Set<String> = [
        "x-tuid", "x-offlineimap", "status", "x-status", "x-keywords", "x-uid", "x-imapbase", "content-length",
    ]

    private static let namesLeftOut = leftOut.map { Array($0.utf8) }
    private static let longestName = namesLeftOut.map(\.count).max() ?? 0

    private static let longestFromLine = 4096

    private enum Place {
        /// Before the ninth byte: a byte-order mark and "From " may still come.
        case start
        case fromLine
        case lineStart
        case keptLine
        case droppedLine
        case body
    }

    private var raw = SHA256Hasher()
    private var identity = LineEndHasher()
    private var place = Place.start
    /// The start of a line that waits until its kind is known.
    private var held: [UInt8] = []
    private var dropsField = false
    private var header = ReadHeader()
    private var headerSize = HeaderSize()
    private var fromLineLength = 0
    /// Whether the first line is a field although it begins with "From "; nil until its colon would have come.
    private var isFromField: Bool?
    private var dropsSome = false
    private var residue = Residue()

    /// Starts with an empty message.
    public init() {}

    /// Appends bytes to the message.
    public mutating func update(_ bytes: borrowing Span<UInt8>) {
        raw.update(bytes)
        var index = 0
        while index < bytes.count {
            switch place {
            case .start:
                held.append(bytes[index])
                index += 1
                if held.count == MailStart.byteOrderMark.count + 5 { leaveStart() }
            case .lineStart:
                takeAtLineStart(bytes[index])
                index += 1
            case .fromLine, .droppedLine, .keptLine:
                let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index)
                let next = end.map { $0 + 1 } ?? bytes.count
                take(bytes.extracting(index..<next))
                if end != nil { place = .lineStart }
                index = next
            case .body:
                identity.update(bytes.extracting(index..<bytes.count))
                index = bytes.count
            }
        }
    }

    /// Ends the message, returns its digests and starts the next.
    public mutating func finalize() -> MessageDigests {
        if place == .start { leaveStart() }
        releaseHeld()
        place = .start
        (dropsField, dropsSome, fromLineLength, isFromField) = (false, false, 0, nil)
        header = ReadHeader()
        headerSize = HeaderSize()
        return MessageDigests(raw: raw.finalize(), identity: identity.finalize(), residue: residue.finalize())
    }

    /// Decides about the first bytes of the message.
    private mutating func leaveStart() {
        var rest = held[...]
        held = []
        if rest.starts(with: MailStart.byteOrderMark) {
            let mark = MailStart.byteOrderMark
            identity.update(mark.span)
            rest = rest.dropFirst(MailStart.byteOrderMark.count)
        }
        place = rest.starts(with: "From ".utf8) ? .fromLine : .lineStart
        // At most eight bytes, taken one by one; the raw digest has them already.
        for byte in rest { takeOne(byte) }
    }

    private mutating func takeOne(_ byte: UInt8) {
        let isEnd = byte == UInt8(ascii: "\n")
        switch place {
        case .start, .body: identity.update([byte].span)
        case .lineStart: takeAtLineStart(byte)
        case .fromLine, .droppedLine, .keptLine:
            take([byte].span)
            if isEnd { place = .lineStart }
        }
    }

    /// Takes bytes of a line whose kind is known.
    private mutating func take(_ bytes: borrowing Span<UInt8>) {
        switch place {
        case .droppedLine: drop(bytes)
        case .keptLine: keep(bytes)
        default:
            let isTooLong = fromLineLength > Self.longestFromLine
            let colon = isFromField == true ? 0 : colonOfField(bytes)
            fromLineLength += bytes.count
            // A reader treats a longer one as a part of the header, and a field as a field.
            if isTooLong {
                residue.take(bytes)
            } else if let colon {
                residue.take(bytes.extracting(colon..<bytes.count))
            }
        }
    }

    /// Returns the place of the colon if the "From " line is a field with blanks before it (RFC 5322 section 4.5.8).
    private mutating func colonOfField(_ bytes: borrowing Span<UInt8>) -> Int? {
        guard isFromField == nil else { return nil }
        for index in bytes.indices where fromLineLength + index >= 5 {
            let byte = bytes[index]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { continue }
            isFromField = byte == UInt8(ascii: ":")
            return isFromField == true ? index : nil
        }
        return nil
    }

    private mutating func takeAtLineStart(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"):
            // An empty line, or a short one without a colon.
            let isEmpty = held.isEmpty || held == [UInt8(ascii: "\r")]
            keep(byte, then: isEmpty ? .body : .lineStart)
        case UInt8(ascii: ":"):
            dropsField = Self.isLeftOut(held)
            if dropsField {
                let name = held + [byte]
                held = []
                header.startDroppedField()
                drop(name.span)
                place = .droppedLine
            } else {
                keep(byte, then: .keptLine)
            }
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            if held.isEmpty, dropsField {
                drop([byte].span)
                place = .droppedLine
            } else {
                keep(byte, then: .keptLine)
            }
        default:
            held.append(byte)
            if held.count > Self.longestName {
                releaseHeld()
                place = .keptLine
            }
        }
    }

    private mutating func keep(_ byte: UInt8, then next: Place) {
        held.append(byte)
        releaseHeld()
        place = next
    }

    private mutating func releaseHeld() {
        let bytes = held
        held = []
        keep(bytes.span)
    }

    private mutating func keep(_ bytes: borrowing Span<UInt8>) {
        identity.update(bytes)
        header.take(bytes)
        residue.pass(bytes)
        measure(bytes)
    }

    private mutating func drop(_ bytes: borrowing Span<UInt8>) {
        if header.showsDroppedLines || fromLineLength > Self.longestFromLine {
            residue.take(bytes)
        } else {
            dropsSome = true
            measure(bytes)
        }
    }

    // A reader ignores the fields beyond a limit of the header's size; the fields that are left out move that limit.
    private mutating func measure(_ bytes: borrowing Span<UInt8>) {
        guard !header.hasEnded, !headerSize.isTooLarge else { return }
        headerSize.count(bytes)
        if headerSize.isTooLarge, dropsSome { residue.take(Array("cut\n".utf8).span) }
    }

    private static func isLeftOut(_ name: [UInt8]) -> Bool {
        let lowered = name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return namesLeftOut.contains(lowered)
    }
}
