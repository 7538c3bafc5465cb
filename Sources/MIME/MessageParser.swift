/// Reads messages: one message in, one ``ParsedMessage`` out.
///
/// ```swift
/// let message = try MessageParser().parse(.bytes(raw))
/// print(message.subject ?? "", message.attachments.count)
/// ```
///
/// A value without state: any number of tasks may use one.
public struct MessageParser: Sendable {
    /// The version of the rules: it changes whenever the same bytes may parse to something else.
    public static let version = 2

    private let limits: ParseLimits
    private let windowSize: Int
    private let htmlStyle: HTMLText.Style

    /// Makes a parser that looks at no more of a message than the limits allow.
    ///
    /// - Parameter listsLinks: whether text that was HTML is laid out for a reader: quotations marked with `>`, and the
    ///   targets of links in a list at its end. What an import records of a message is made without.
    public init(limits: ParseLimits = .standard, listsLinks: Bool = false) {
        self.init(limits: limits, windowSize: 256 << 10, htmlStyle: listsLinks ? .reading : .words)
    }

    /// Reads files through a window of another size: a small one meets every way to cut a message.
    package init(limits: ParseLimits = .standard, windowSize: Int) {
        self.init(limits: limits, windowSize: windowSize, htmlStyle: .words)
    }

    private init(limits: ParseLimits, windowSize: Int, htmlStyle: HTMLText.Style) {
        self.limits = limits
        self.windowSize = windowSize
        self.htmlStyle = htmlStyle
    }

    /// Reads a message, whatever its bytes are; a byte-order mark and one mbox `From ` line before it are skipped.
    ///
    /// Reads a file through a window of 256 KiB, so that memory does not grow with the message.
    /// - Throws: ``MIMEError/unreadable(errno:)`` when the file cannot be read, and nothing else.
    /// - Complexity: O(the length of the message).
    public func parse(_ source: MessageSource) throws(MIMEError) -> ParsedMessage {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var message = ParsedMessage()
        var hit: Set<ParseLimit> = header.isCut ? [.header] : []
        readFields(header, into: &message, &hit)

        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        hit.formUnion(scanner.limitsHit)
        message.contentType = scanner.contentType

        let readable = try ReadableText(scanner.parts, from: &reader, limit: limits.text, htmlStyle: htmlStyle)
        if readable.isCut { hit.insert(.text) }
        message.text = readable.text
        message.snippet = Snippet.of(readable.text)
        for (index, part) in scanner.parts.enumerated() where !readable.bodyParts.contains(index) {
            message.attachments.append(try Self.attachment(part, &reader))
        }
        message.limitsHit = ParseLimit.allCases.filter(hit.contains)
        return message
    }

    /// Hands the decoded content of a part over chunk by chunk, as an attachment is saved.
    ///
    /// A message within is given as it stands. Text keeps its charset.
    /// - Throws: ``MIMEError/noSuchPart(number:)``, ``MIMEError/unreadable(errno:)``, and whatever `sink` throws.
    public func decodePart(
        number: String, of source: MessageSource, to sink: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        guard let part = scanner.parts.first(where: { $0.number == number }) else {
            throw MIMEError.noSuchPart(number: number)
        }
        try reader.decode(part.body, encoding: part.isMessage ? .identity : part.fields.encoding) { chunk in
            try sink(chunk)
            return true
        }
    }

    /// Returns the first part that is HTML and is shown, decoded from its charset; nil where there is none.
    ///
    /// Of one that is very large the beginning: four times the limit of readable text.
    public func html(of source: MessageSource) throws(MIMEError) -> String? {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        guard let part = scanner.parts.first(where: ReadableText.isHTML) else { return nil }
        let (bytes, _) = try reader.decodedContent(of: part, limit: limits.text * 4)
        return Charset.text(bytes, charset: part.fields.charset)
    }

    /// Reads the header section of the message itself, behind what may stand before it.
    private static func header(of reader: inout SourceReader, limit: Int) throws(MIMEError) -> HeaderSection {
        var start: Int64 = 0
        if let line = try reader.line(at: 0) {
            var content = line.content
            if reader.window[content].starts(with: [0xEF, 0xBB, 0xBF]) {
                start = 3
                content = (content.lowerBound + 3)..<content.upperBound
            }
            if HeaderSection.isEnvelopeLine(reader.window, content), line.endsLine { start = line.next }
        }
        return try HeaderSection.read(from: &reader, at: start, limit: limit, boundaries: BoundaryStack())
    }

    private func readFields(_ header: HeaderSection, into message: inout ParsedMessage, _ hit: inout Set<ParseLimit>) {
        message.messageID = Identifiers.single(header[.messageID])
        message.listID = Identifiers.listID(header[.listID])
        message.date = header[.date].flatMap(DateField.parse)
        if let value = header[.subject] {
            if value.count > limits.field { hit.insert(.field) }
            message.subject = collapsingSpace(EncodedWords.decode(Array(value.prefix(limits.field))))
        }
        func identifiers(_ name: FieldName) -> [String] {
            let (list, isCut) = Identifiers.list(header[name], limit: limits.references)
            if isCut { hit.insert(.references) }
            return list
        }
        message.inReplyTo = identifiers(.inReplyTo)
        message.references = identifiers(.references)

        func addresses(_ name: FieldName) -> [Address] {
            let (list, isCut) = AddressField.parse(header[name], limit: limits.addresses)
            if isCut { hit.insert(.addresses) }
            return list
        }
        message.from = addresses(.from)
        message.sender = addresses(.sender)
        message.replyTo = addresses(.replyTo)
        message.to = addresses(.to)
        message.cc = addresses(.cc)
        message.bcc = addresses(.bcc)
    }

    private static func attachment(_ part: Part, _ reader: inout SourceReader) throws(MIMEError) -> Attachment {
        let fields = part.fields
        return Attachment(
            partNumber: part.number, fileName: fields.fileName, mimeType: fields.mimeType,
            size: try reader.decodedSize(of: part),
            isInline: !fields.isAttachment && (fields.isInline || (part.isInRelated && fields.contentID != nil)),
            contentID: fields.contentID)
    }
}
