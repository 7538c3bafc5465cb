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
    public static let version = 9

    let limits: ParseLimits
    let windowSize: Int
    private let htmlStyle: HTMLText.Style
    private let attached: AttachedMessages

    /// Makes a parser that reads no more of a message than the limits allow.
    ///
    /// - Parameter listsLinks: Whether text from HTML is laid out for a reader: quotations marked with `>`, and the
    ///   targets of links in a list at its end. Imports record text without this layout.
    public init(limits: ParseLimits = .standard, listsLinks: Bool = false) {
        self.init(
            limits: limits, windowSize: 256 << 10, htmlStyle: listsLinks ? .reading : .words, attached: .merged)
    }

    /// Makes a parser whose text is laid out for a reader, with the text of attached messages in one of the ways.
    package init(limits: ParseLimits = .standard, readingAttached attached: AttachedMessages) {
        self.init(limits: limits, windowSize: 256 << 10, htmlStyle: .reading, attached: attached)
    }

    /// Reads files through a window of another size: a small one meets every way to cut a message.
    package init(limits: ParseLimits = .standard, windowSize: Int) {
        self.init(limits: limits, windowSize: windowSize, htmlStyle: .words, attached: .merged)
    }

    private init(limits: ParseLimits, windowSize: Int, htmlStyle: HTMLText.Style, attached: AttachedMessages) {
        self.limits = limits
        self.windowSize = windowSize
        self.htmlStyle = htmlStyle
        self.attached = attached
    }

    /// Reads a message, whatever its bytes are; a byte-order mark and one mbox `From ` line before it are skipped.
    ///
    /// Reads a file through a window of 256 KiB, so that memory does not grow with the message.
    /// - Throws: ``MIMEError/unreadable(errno:)`` when the file cannot be read, and nothing else.
    /// - Complexity: O(the length of the message).
    public func parse(_ source: MessageSource) throws(MIMEError) -> ParsedMessage {
        try parse(source, level: 0, readsFields: true)
    }

    /// Reads a message without the fields of its header, for who knows them already.
    ///
    /// GMime, which takes as long to load as the rest of a short command, is then not needed for most plain text.
    package func parseContent(of source: MessageSource) throws(MIMEError) -> ParsedMessage {
        try parse(source, level: 0, readsFields: false)
    }

    private func parse(_ source: MessageSource, level: Int, readsFields: Bool) throws(MIMEError) -> ParsedMessage {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var message = ParsedMessage()
        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        var hit = scanner.limitsHit
        if header.isCut { hit.insert(.header) }
        if readsFields { readFields(header, textCharset: scanner.textCharset, into: &message, &hit) }
        message.contentType = scanner.contentType

        let marks = try AttachedMarks(of: scanner.parts, attached, limits: limits, from: &reader)
        let readable = try ReadableText(
            scanner.parts, from: &reader, limit: limits.text, htmlStyle: htmlStyle, marks: marks)
        if readable.isCut { hit.insert(.text) }
        message.text = readable.text
        message.furtherText = readable.further
        if attached == .merged {
            for part in scanner.parts where part.isMessage {
                addFurther(try AttachedMarks.words(of: part, limits, &reader), to: &message)
            }
        }
        message.isLessThanHTML = readable.isLessThanHTML
        message.protection = try Protection(of: scanner.parts, text: readable.text, from: &reader)
        for (index, part) in scanner.parts.enumerated() where !readable.bodyParts.contains(index) {
            message.attachments.append(try Self.attachment(part, readable.contentReferences, &reader))
            guard part.isEncodedMessage else { continue }
            try readMessage(in: part, from: &reader, into: &message, &hit, level, readsFields)
        }
        message.snippet = Snippet.of(message.text)
        message.limitsHit = ParseLimit.allCases.filter(hit.contains)
        return message
    }

    private func addFurther(_ words: String, to message: inout ParsedMessage) {
        guard !words.isEmpty, message.furtherText.utf8.count + words.utf8.count < limits.text else { return }
        message.furtherText += (message.furtherText.isEmpty ? "" : "\n") + words
    }

    /// The greatest depth of encoded messages within each other; one nested deeper is an attachment.
    private static let encodedLevels = 4
    /// Bytes of one such message; a larger one is an attachment.
    private static let encodedLimit = 32 << 20

    /// Reads the text and the attachments of a message within that is encoded.
    private func readMessage(
        in part: Part, from reader: inout SourceReader, into message: inout ParsedMessage,
        _ hit: inout Set<ParseLimit>, _ level: Int, _ readsFields: Bool
    ) throws(MIMEError) {
        let (bytes, isCut) = try reader.decodedContent(of: part, limit: Self.encodedLimit)
        guard !isCut, level < Self.encodedLevels else {
            hit.insert(.depth)
            return
        }
        let inner = try parse(.bytes(bytes), level: level + 1, readsFields: readsFields)
        hit.formUnion(inner.limitsHit)
        func attachedHeader() throws(MIMEError) -> HeaderSection {
            var encoded = SourceReader(.bytes(bytes), windowSize: windowSize)
            return try Self.header(of: &encoded, limit: limits.field)
        }
        func join(_ text: String, _ more: String) -> String {
            guard !more.isEmpty else { return text }
            guard text.utf8.count + more.utf8.count <= limits.text else {
                hit.insert(.text)
                return text
            }
            return text.isEmpty ? more : text + "\n\n" + more
        }
        switch attached {
        case .merged:
            message.text = join(message.text, inner.text)
            addFurther(AttachedMarks.words(of: try attachedHeader()), to: &message)
        case .marked where !inner.text.isEmpty:
            message.text = join(message.text, AttachedMarks.line(of: try attachedHeader()) + "\n\n" + inner.text)
        case .marked, .leftOut: break
        }
        message.furtherText = join(message.furtherText, inner.furtherText)
        message.isLessThanHTML = message.isLessThanHTML || inner.isLessThanHTML
        message.protection = message.protection ?? inner.protection
        for var attachment in inner.attachments {
            guard message.attachments.count < limits.parts else {
                hit.insert(.parts)
                return
            }
            attachment.partNumber = part.number + "." + attachment.partNumber
            message.attachments.append(attachment)
        }
    }

    /// Passes on the decoded content of a part chunk by chunk, in the form for saving an attachment.
    ///
    /// A nested message is unchanged. Text keeps its charset.
    ///
    /// - Throws: ``MIMEError/noSuchPart(number:)``, ``MIMEError/unreadable(errno:)``, and whatever `sink` throws.
    public func decodePart(
        number: String, of source: MessageSource, to sink: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        guard let part = scanner.parts.first(where: { $0.number == number }) else {
            guard let outer = scanner.parts.first(where: { $0.isEncodedMessage && number.hasPrefix($0.number + ".") })
            else {
                throw MIMEError.noSuchPart(number: number)
            }
            let (bytes, isCut) = try reader.decodedContent(of: outer, limit: Self.encodedLimit)
            guard !isCut else { throw MIMEError.noSuchPart(number: number) }
            do {
                return try decodePart(
                    number: String(number.dropFirst(outer.number.count + 1)), of: .bytes(bytes), to: sink)
            } catch MIMEError.noSuchPart {
                throw MIMEError.noSuchPart(number: number)
            }
        }
        try reader.decode(part.body, encoding: part.isMessage ? .identity : part.fields.encoding) { chunk in
            try sink(chunk)
            return true
        }
    }

    /// Returns the first part that is HTML and is shown, decoded from its charset; nil if there is none.
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

    /// Reads by how many seconds the clock of the sender was ahead of UTC; `nil` where no date tells.
    package func dateOffset(of source: MessageSource) throws(MIMEError) -> Int64? {
        var reader = SourceReader(source, windowSize: windowSize)
        return try Self.header(of: &reader, limit: limits.header)[.date].flatMap(DateField.offset)
    }

    /// Reads the header section of the message itself, behind what may stand before it.
    static func header(of reader: inout SourceReader, limit: Int) throws(MIMEError) -> HeaderSection {
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

    private func readFields(
        _ header: HeaderSection, textCharset: String?, into message: inout ParsedMessage, _ hit: inout Set<ParseLimit>
    ) {
        message.messageID = Identifiers.single(header[.messageID])
        message.listID = Identifiers.listID(header[.listID])
        message.date = header[.date].flatMap(DateField.parse)
        if let value = header[.subject] {
            if value.count > limits.field { hit.insert(.field) }
            message.subject = collapsingSpace(
                EncodedWords.decode(Array(value.prefix(limits.field)), textCharset: textCharset))
        }
        func identifiers(_ name: FieldName) -> [String] {
            let (list, isCut) = Identifiers.list(header[name], limit: limits.references)
            if isCut { hit.insert(.references) }
            return list
        }
        message.inReplyTo = identifiers(.inReplyTo)
        message.references = identifiers(.references)

        func addresses(_ name: FieldName) -> [Address] {
            let (list, isCut) = AddressField.parse(
                header.all(name), limit: limits.addresses, textCharset: textCharset)
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

    private static func attachment(
        _ part: Part, _ references: Set<String>, _ reader: inout SourceReader
    ) throws(MIMEError) -> Attachment {
        let fields = part.fields
        let isReferred = fields.contentID.map { references.contains($0.lowercased()) } ?? false
        return Attachment(
            partNumber: part.number, fileName: fields.fileName, mimeType: fields.mimeType,
            size: try reader.decodedSize(of: part),
            isInline: isReferred || part.isInRelated && !fields.isAttachment,
            contentID: fields.contentID)
    }
}
