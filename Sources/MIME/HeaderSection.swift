/// The fields that this module reads; all others are skipped in place.
enum FieldName: String {
    case messageID = "message-id"
    case inReplyTo = "in-reply-to"
    case references, subject, from, sender, to, cc, bcc, date
    case replyTo = "reply-to"
    case listID = "list-id"
    case contentType = "content-type"
    case contentDisposition = "content-disposition"
    case contentTransferEncoding = "content-transfer-encoding"
    case contentID = "content-id"

    var isOfAddresses: Bool {
        switch self {
        case .from, .sender, .to, .cc, .bcc, .replyTo: true
        default: false
        }
    }
}

/// The fields of one header section, unfolded and otherwise raw.
///
/// The first field of each name counts (RFC 5322 section 3.6). Of address fields all count, because a recipient of the
/// second `To` got the mail, too.
struct HeaderSection {
    private var fields: [FieldName: [[UInt8]]] = [:]
    /// The start of its first field, and the start of the body.
    var start: Int64 = 0
    var bodyStart: Int64 = 0
    /// Whether a field was left out because the section is larger than its limit.
    var isCut = false

    subscript(name: FieldName) -> [UInt8]? { fields[name]?.first }

    /// All fields of a name, in their order; only address fields may occur more than once.
    func all(_ name: FieldName) -> [[UInt8]] { fields[name] ?? [] }

    /// Reads the header section that starts at `offset`, up to an empty line, a boundary line, or a line that is no field.
    ///
    /// At most `limit` bytes are kept. A field is unfolded by dropping its line ends (RFC 5322 section 2.2.3).
    static func read(
        from reader: inout SourceReader, at offset: Int64, limit: Int, boundaries: borrowing BoundaryStack
    ) throws(MIMEError) -> HeaderSection {
        var collector = Collector(from: offset, limit: limit)
        var position = offset
        var startsLine = true
        while let line = try reader.line(at: position) {
            switch startsLine ? kind(of: line, in: reader.window, boundaries) : .continuation {
            case .separator: return collector.finish(bodyStart: line.next)
            case .beyond: return collector.finish(bodyStart: position)
            case .envelope: collector.endField()
            case .field(let colon):
                collector.beginField(fieldName(reader.window, line.content.lowerBound..<colon))
                collector.append(from: colon + 1, of: line, in: reader.window)
            case .continuation: collector.append(from: line.content.lowerBound, of: line, in: reader.window)
            }
            startsLine = line.endsLine
            position = line.next
        }
        return collector.finish(bodyStart: position)
    }

    /// Gathers the fields of a section from its lines.
    private struct Collector {
        private var section = HeaderSection()
        private let limit: Int
        private var used = 0
        /// The field whose lines come now; nil for one that is skipped.
        private var current: (name: FieldName, value: [UInt8])?

        init(from start: Int64, limit: Int) {
            section.start = start
            self.limit = limit
        }

        /// - Parameter name: Nil for a field that nobody reads.
        mutating func beginField(_ name: FieldName?) {
            endField()
            current = name.map { ($0, []) }
        }

        /// Adds the rest of a line to the field; one that goes beyond the limit is dropped.
        mutating func append(from start: Int, of line: LineFragment, in window: [UInt8]) {
            used += line.content.count
            guard used <= limit else {
                section.isCut = true
                current = nil
                return
            }
            guard current != nil else { return }
            current?.value.append(contentsOf: window[start..<line.content.upperBound])
        }

        mutating func endField() {
            if let (name, value) = current, name.isOfAddresses || section.fields[name] == nil {
                section.fields[name, default: []].append(value)
            }
            current = nil
        }

        mutating func finish(bodyStart: Int64) -> HeaderSection {
            endField()
            section.bodyStart = bodyStart
            return section
        }
    }

    /// What a line is to a header section.
    private enum LineKind {
        /// The empty line before the body.
        case separator
        /// A boundary line, or one that is no field: the section ends before it.
        case beyond
        /// A misplaced envelope line of an mbox, which does not end the section.
        case envelope
        /// The first line of a field, with the place of the colon after its name.
        case field(colon: Int)
        /// More of the field before it.
        case continuation
    }

    private static func kind(
        of line: LineFragment, in window: [UInt8], _ boundaries: borrowing BoundaryStack
    ) -> LineKind {
        if line.content.isEmpty { return .separator }
        if boundaries.match(window, line) != nil { return .beyond }
        let first = window[line.content.lowerBound]
        if first == 0x20 || first == 0x09 { return .continuation }
        if let colon = fieldColon(window, line.content) { return .field(colon: colon) }
        return isEnvelopeLine(window, line.content) ? .envelope : .beyond
    }

    /// The greatest length of a line (RFC 5322 section 2.1.1): the limit keeps a name's validity independent of the
    /// window's size.
    private static let longestName = 998

    /// Returns the place of the colon after a field's name; spaces before it are allowed (RFC 5322 section 4.5).
    private static func fieldColon(_ window: [UInt8], _ line: Range<Int>) -> Int? {
        var index = line.lowerBound
        let end = min(line.upperBound, index + longestName)
        while index < end, window[index] > 0x20, window[index] < 0x7F, window[index] != 0x3A { index += 1 }
        while index < end, window[index] == 0x20 || window[index] == 0x09 { index += 1 }
        return index < end && window[index] == 0x3A ? index : nil
    }

    private static func fieldName(_ window: [UInt8], _ range: Range<Int>) -> FieldName? {
        guard (2...25).contains(range.count) else { return nil }
        let lowered = window[range].lazy.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.filter { $0 > 0x20 }
        return FieldName(rawValue: String(decoding: Array(lowered), as: UTF8.self))
    }

    /// Whether a line is the `From ` line before a message in an mbox, quoted or not, and no field such as `From : ada`.
    static func isEnvelopeLine(_ window: [UInt8], _ line: Range<Int>) -> Bool {
        let bytes = window[line]
        return (bytes.starts(with: "From ".utf8) || bytes.starts(with: ">From ".utf8))
            && fieldColon(window, line) == nil
    }
}
