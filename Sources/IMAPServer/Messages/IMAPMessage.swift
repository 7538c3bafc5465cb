internal import ByteSearch
internal import Cryptography
internal import EventLog
package import IMAPProtocol
internal import MIME
internal import MailLedger
internal import Synchronization

/// A message as IMAP sees it: with CR LF line ends, and its parts by number.
///
/// ```swift
/// let message = IMAPMessage(raw)
/// let answer = message.bytes(of: BodySection(part: [1]))
/// ```
///
/// Its parts are looked for when the first of them is asked for, and only once.
package struct IMAPMessage: Sendable {
    private let bytes: [UInt8]
    /// As it is stored, where it has line ends of both kinds: an LF alone belongs to binary content.
    private let raw: [UInt8]?
    private let turn: LargeMessageTurn?
    private let parts = Parts()

    /// - Parameter raw: As it is stored; bare LF become CR LF, a bare CR stays.
    /// - Complexity: O(the length).
    package init(_ raw: [UInt8]) {
        self.init(raw, turn: nil)
    }

    private init(_ stored: [UInt8], turn: LargeMessageTurn?) {
        bytes = LineEnds.converted(stored)
        raw = bytes.count > stored.count && LineEnds.areMixed(stored) ? stored : nil
        self.turn = turn
    }

    /// Reads a message; nil where its bytes are missing. A large one has its turn for as long as it is there.
    init?(ofMessage digest: SHA256Digest, _ reader: LedgerReader) throws {
        guard let loaded = try LoadedMessage(digest, reader) else { return nil }
        self.init(try loaded.bytes(), turn: loaded.turn)
    }

    /// Whether no other large message can be read while it is there.
    var isLarge: Bool { turn != nil }

    /// The bytes of memory that it takes.
    var weight: Int { bytes.count + (raw?.count ?? 0) }

    /// The bytes with CR LF (RFC822.SIZE).
    package var size: Int { bytes.count }

    /// ENVELOPE with its parentheses, ready to send.
    ///
    /// - Complexity: O(the length of the header).
    package var envelope: [UInt8] {
        var text = AnswerText()
        var room = MessageLimits.addresses
        EnvelopeText(bytes, header: parts.header(of: bytes), limit: MessageLimits.header)
            .write(to: &text, room: &room)
        return text.bytes
    }

    /// BODYSTRUCTURE, or BODY without extension data, with its parentheses, ready to send.
    ///
    /// - Complexity: O(the length of the message).
    package func bodyStructure(isExtended: Bool) -> [UInt8] {
        BodyStructureText(bytes, parts.outline(of: bytes), isExtended: isExtended).made()
    }

    /// Returns the bytes of a part; nil where there is no such part.
    ///
    /// Only header fields by name are copied. A single part has the number 1, and as MIME header that of its message.
    package func bytes(of section: BodySection) -> ArraySlice<UInt8>? {
        if section.part.isEmpty { return bytes(of: section.text) }
        guard let place = place(of: section.part) else { return nil }
        switch (section.text, place) {
        case (nil, .node(let node)): return bytes[node.body]
        case (.mime, .node(let node)): return bytes[node.header]
        case (nil, .empty), (.mime, .empty): return []
        case (let text?, .node(let node)):
            guard node.isMessageOfIMAP, let child = node.children.first else { return nil }
            let header = parts.outline(of: bytes).nodes[child].header
            return bytes(
                of: text, header: header, body: header.upperBound..<max(header.upperBound, node.body.upperBound))
        case (_?, .empty): return nil
        }
    }

    private func bytes(of text: BodySection.Text?) -> ArraySlice<UInt8>? {
        guard let text else { return bytes[...] }
        if text == .mime { return nil }
        let header = parts.header(of: bytes)
        // All bytes are in one of the two, what comes before the first field too.
        if text == .header { return bytes[..<header.upperBound] }
        return bytes(of: text, header: header, body: header.upperBound..<bytes.count)
    }

    private func bytes(
        of text: BodySection.Text, header: Range<Int>, body: Range<Int>
    ) -> ArraySlice<UInt8>? {
        switch text {
        case .header: bytes[header]
        case .text: bytes[body]
        case .headerFields(let names): fields(in: header, named: names, are: true)
        case .headerFieldsNot(let names): fields(in: header, named: names, are: false)
        case .mime: nil
        }
    }

    /// The fields as they are, with the empty line that ends each header of IMAP.
    private func fields(in header: Range<Int>, named names: [String], are isWanted: Bool) -> ArraySlice<UInt8> {
        let names = Set(names.map { Array($0.utf8).map(lowered) })
        var chosen: [UInt8] = []
        for field in FieldPlaces(bytes, in: header) where names.contains(bytes[field.name].map(lowered)) == isWanted {
            chosen += bytes[field.whole]
            if chosen.last != 0x0A { chosen += [0x0D, 0x0A] }
        }
        return chosen[...] + [0x0D, 0x0A]
    }

    /// Returns the content of a part, decoded (BINARY, RFC 3516); nil where there is no such part.
    ///
    /// Multiparts, and messages within, are not decoded: they are returned as they are.
    package func decoded(part: [Int]) throws -> [UInt8]? {
        if part.isEmpty { return bytes }
        var decoded: [UInt8] = []
        return try decode(part: part) { decoded += $0 } ? decoded : nil
    }

    /// Lends the same content in pieces, which take no more memory than the message.
    ///
    /// - Returns: False where there is no such part.
    /// - Throws: ``UnknownEncoding``, before the first piece.
    func decode(part: [Int], to sink: (ArraySlice<UInt8>) throws -> Void) throws -> Bool {
        if part.isEmpty {
            try sink(bytes[...])
            return true
        }
        guard let place = place(of: part) else { return false }
        guard case .node(let node) = place else { return true }
        guard node.kind == .leaf else {
            try sink(bytes[node.body])
            return true
        }
        let encoding = PartFields(bytes, header: node.header, limit: MessageLimits.partHeader).encoding
            .map { String(decoding: $0, as: UTF8.self) }
        if let raw, encoding?.lowercased() == "binary", node.type != "text" {
            try sink(LineEnds.raw(node.body, of: raw))
            return true
        }
        guard try ContentDecoding.decode(bytes[node.body], encoding: encoding, to: sink) else {
            throw UnknownEncoding()
        }
        return true
    }

    private enum Place {
        case node(MessageOutline.Node)
        /// The part that BODYSTRUCTURE shows in a multipart without any.
        case empty
    }

    /// Finds a part by its numbers (RFC 9051 section 6.4.5.1).
    private func place(of part: [Int]) -> Place? {
        let nodes = parts.outline(of: bytes).nodes
        guard var container = nodes.first else { return nil }
        var isContent = true
        for (depth, number) in part.enumerated() {
            guard number >= 1 else { return nil }
            if !isContent {
                // Only a message, or a multipart that is a part, can be gone into.
                guard container.kind == .multipart || container.isMessageOfIMAP else { return nil }
                if container.kind == .message, let child = container.children.first { container = nodes[child] }
            }
            isContent = false
            if container.kind == .multipart {
                if container.children.isEmpty { return number == 1 && depth == part.count - 1 ? .empty : nil }
                guard number <= container.children.count else { return nil }
                container = nodes[container.children[number - 1]]
            } else if number != 1 {
                return nil
            }
        }
        return .node(container)
    }
}

/// What is known of a message's parts: found once, when it is first asked for.
private final class Parts: Sendable {
    private let found = Mutex<(outline: MessageOutline?, header: Range<Int>?)>((nil, nil))

    func outline(of bytes: [UInt8]) -> MessageOutline {
        found.withLock { found in
            if let outline = found.outline { return outline }
            let outline = MessageParser().outline(of: bytes)
            found.outline = outline
            return outline
        }
    }

    func header(of bytes: [UInt8]) -> Range<Int> {
        found.withLock { found in
            if let header = found.header ?? found.outline?.nodes.first?.header { return header }
            let header = MessageParser().header(of: bytes)
            found.header = header
            return header
        }
    }
}
