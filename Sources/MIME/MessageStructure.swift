/// The parts of a message as a tree, with all fields of their headers.
///
/// ```swift
/// let structure = try MessageParser().structure(of: .bytes(raw))
/// print(structure.root.mimeType, structure.root.children.count)
/// ```
public struct MessageStructure: Sendable {
    /// One part, a multipart or not.
    public struct Node: Sendable {
        /// Its number as in IMAP (RFC 9051 section 6.4.5.1); nil for a multipart.
        public let number: String?
        /// In lower case.
        public let mimeType: String
        public let charset: String?
        public let fileName: String?
        /// The first word of `Content-Disposition` in lower case; nil if there is none.
        public let disposition: String?
        /// Whether it is to be shown apart from the text: an unknown disposition means so, too (RFC 2183 section 2.8).
        public var isAttachment: Bool { disposition.map { $0 != "inline" } ?? false }
        /// Without its angle brackets.
        public let contentID: String?
        public let header: RawHeader
        /// The bytes of its content, decoded; 0 for a multipart.
        public let size: Int64
        /// The parts of a multipart; a nested message has none here.
        public let children: [Node]

        /// The leaves in the order of the message.
        public var leaves: [Node] { number == nil ? children.flatMap(\.leaves) : [self] }
    }

    public let root: Node
    /// Where the parts are.
    let parts: [Part]
}

/// A part in the order in which the scanner met it, multiparts too.
struct ScannedNode {
    /// The index of the multipart or the message that holds it.
    var parent: Int?
    /// The range of its header.
    var header: Range<Int64>
    var fields: ContentFields
    /// The end of a container's content, with the epilogue of a multipart; nil for other parts.
    var bodyEnd: Int64?
    /// The index among the parts; nil for a multipart.
    var part: Int?
}

extension MessageParser {
    /// Reads the tree of a message's parts.
    ///
    /// - Throws: ``MIMEError/unreadable(errno:)`` when the file cannot be read, and nothing else.
    /// - Complexity: O(the length of the message).
    public func structure(of source: MessageSource) throws(MIMEError) -> MessageStructure {
        var (reader, scanner) = try scanned(source)
        var children: [Int: [Int]] = [:]
        for (index, node) in scanner.nodes.enumerated() {
            if let parent = node.parent { children[parent, default: []].append(index) }
        }
        return MessageStructure(root: try node(0, of: scanner, children, &reader), parts: scanner.parts)
    }

    // No deeper than the limit on depth.
    private func node(
        _ index: Int, of scanner: StructureScanner, _ children: [Int: [Int]], _ reader: inout SourceReader
    ) throws(MIMEError) -> MessageStructure.Node {
        let node = scanner.nodes[index]
        let header = try RawHeader(reader.bytes(in: node.header, limit: index == 0 ? limits.header : limits.field))
        let part = node.part.map { scanner.parts[$0] }
        var parts: [MessageStructure.Node] = []
        if part == nil {
            for child in children[index] ?? [] { parts.append(try self.node(child, of: scanner, children, &reader)) }
        }
        let fields = part?.fields ?? node.fields
        var size: Int64 = 0
        if let part { size = try reader.decodedSize(of: part) }
        return MessageStructure.Node(
            number: part?.number, mimeType: part?.isMessage == true ? node.fields.mimeType : fields.mimeType,
            charset: fields.type == "text" ? fields.charset ?? "us-ascii" : nil, fileName: fields.fileName,
            disposition: fields.disposition,
            contentID: fields.contentID, header: header, size: size,
            children: parts)
    }

    /// Lends the text of parts one by one, each with its number, decoded from their charsets.
    ///
    /// - Parameters:
    ///   - structure: The tree of the source's parts.
    ///   - limit: The bytes of the decoded content that are read of each.
    public func forEachText(
        of numbers: Set<String>, of structure: MessageStructure, in source: MessageSource, limit: Int,
        _ body: (String, PartText) throws -> Void
    ) throws {
        var reader = SourceReader(source, windowSize: windowSize)
        for part in structure.parts where numbers.contains(part.number) {
            let (bytes, isCut) = try reader.decodedContent(of: part, limit: limit)
            let charset = part.fields.charset
            let text = Charset.text(bytes, charset: charset)
            let isIncomplete = Charset.hasReplacement(text) || Charset.isGuess(bytes, charset: charset)
            try body(
                part.number,
                PartText(text: ReadableText.normalisingLines(text), isCut: isCut, hasProblem: isIncomplete))
        }
    }

    /// Lends the fields of each part's header, and the text of each part that is text, decoded from its charset.
    ///
    /// The header of a message within is text, too, and so is what reports are made of.
    ///
    /// - Parameters:
    ///   - limit: The bytes of the decoded content that are read of each.
    ///   - field: Takes the fields of parts, first.
    ///   - body: Takes the texts, in the order of the message.
    package func forEachText(
        in source: MessageSource, limit: Int, field: (RawHeader.Field) throws -> Void,
        _ body: (String) throws -> Void
    ) throws {
        var (reader, scanner) = try scanned(source)
        let headers = Dictionary(scanner.nodes.map { ($0.header.lowerBound, $0.header) }) { first, _ in first }
        let messages = Set(scanner.parts.lazy.filter(\.isMessage).map(\.body.lowerBound))
        for node in scanner.nodes.dropFirst() where !messages.contains(node.header.lowerBound) {
            try RawHeader(reader.bytes(in: node.header, limit: limit)).fields.forEach(field)
        }
        for part in scanner.parts where part.fields.type == "text" || part.fields.type == "message" {
            guard !part.isMessage else {
                guard let header = headers[part.body.lowerBound] else { continue }
                for field in try RawHeader(reader.bytes(in: header, limit: limit)).fields {
                    try body("\(field.name): \(field.text)")
                }
                continue
            }
            let (bytes, _) = try reader.decodedContent(of: part, limit: limit)
            try body(Charset.text(bytes, charset: part.fields.charset))
        }
    }

    /// Reads the header alone.
    package func header(of source: MessageSource) throws(MIMEError) -> RawHeader {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        return RawHeader(try reader.bytes(in: header.start..<header.bodyStart, limit: limits.header))
    }

    private func scanned(_ source: MessageSource) throws(MIMEError) -> (SourceReader, StructureScanner) {
        var reader = SourceReader(source, windowSize: windowSize)
        let header = try Self.header(of: &reader, limit: limits.header)
        var scanner = StructureScanner(limits: limits)
        try scanner.scan(&reader, header: header)
        return (reader, scanner)
    }
}

/// The text of a part.
public struct PartText: Sendable, Hashable {
    public let text: String
    /// Whether there is more than was read.
    public let isCut: Bool
    /// Whether some of it could not be decoded.
    public let hasProblem: Bool
}

extension SourceReader {
    /// Reads a range of the source, no more than a limit.
    mutating func bytes(in range: Range<Int64>, limit: Int) throws(MIMEError) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = range.lowerBound
        let end = min(range.upperBound, range.lowerBound + Int64(limit))
        while position < end {
            let there = try load(position)
            guard !there.isEmpty else { break }
            let count = Int(min(Int64(there.count), end - position))
            bytes += window[there.lowerBound..<(there.lowerBound + count)]
            position += Int64(count)
        }
        return bytes
    }
}
