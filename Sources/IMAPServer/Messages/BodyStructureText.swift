internal import MIME

/// BODYSTRUCTURE and BODY of a message: the tree of its parts, parameters as written (RFC 9051 section 7.5.2).
///
/// The MIME module says how the message is divided; the fields are read here as the header has them.
struct BodyStructureText {
    private let bytes: [UInt8]
    private let outline: MessageOutline
    private let isExtended: Bool
    private let lines: LineCounts
    private var text = AnswerText()
    /// Of all messages within together.
    private var addressRoom = MessageLimits.addresses

    init(_ bytes: [UInt8], _ outline: MessageOutline, isExtended: Bool) {
        self.bytes = bytes
        self.outline = outline
        self.isExtended = isExtended
        lines = LineCounts(
            bytes, in: outline.nodes.filter { $0.kind == .message || $0.type == "text" }.map(\.body))
    }

    func made() -> [UInt8] {
        var copy = self
        copy.write(0)
        return copy.text.bytes
    }

    /// Writes a part and those in it: no deeper than the limit on depth.
    private mutating func write(_ index: Int) {
        let node = outline.nodes[index]
        let limit = index == 0 ? MessageLimits.header : MessageLimits.partHeader
        let fields = PartFields(bytes, header: node.header, limit: limit)
        switch node.kind {
        case .multipart: writeMultipart(node, fields)
        case .message where node.isMessageOfIMAP: writeMessage(node, fields)
        case .message, .leaf: writeLeaf(node, fields)
        }
    }

    private mutating func writeMultipart(_ node: MessageOutline.Node, _ fields: PartFields) {
        text.add("(")
        for child in node.children { write(child) }
        // The grammar wants a part where there is none.
        if node.children.isEmpty { writeEmpty() }
        text.add(" ")
        text.add(string: node.subtype.utf8)
        if isExtended {
            text.add(" ")
            writeParameters(ownType(node, fields)?.parameters ?? [])
            writeExtension(fields)
        }
        text.add(")")
    }

    private mutating func writeMessage(_ node: MessageOutline.Node, _ fields: PartFields) {
        writeBasics(node, fields)
        text.add(" ")
        if let within = node.children.first {
            EnvelopeText(bytes, header: outline.nodes[within].header, limit: MessageLimits.partHeader)
                .write(to: &text, room: &addressRoom)
            text.add(" ")
            write(within)
        }
        text.add(" ")
        text.add(lines[node.body])
        writeSingleExtension(fields)
    }

    private mutating func writeLeaf(_ node: MessageOutline.Node, _ fields: PartFields) {
        writeBasics(node, fields)
        if node.type == "text" {
            text.add(" ")
            text.add(lines[node.body])
        }
        writeSingleExtension(fields)
    }

    private mutating func writeEmpty() {
        text.add(#"("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0"#)
        text.add(isExtended ? " NIL NIL NIL NIL)" : ")")
    }

    /// Writes type, parameters, id, description, encoding and octets.
    private mutating func writeBasics(_ node: MessageOutline.Node, _ fields: PartFields) {
        text.add("(")
        let (type, subtype) = shownType(node)
        text.add(string: type.utf8)
        text.add(" ")
        text.add(string: subtype.utf8)
        text.add(" ")
        var parameters = ownType(node, fields)?.parameters ?? []
        // RFC 2045 section 5.2, which clients need not know.
        if type == "text", !parameters.contains(where: { $0.name.map(lowered) == Array("charset".utf8) }) {
            parameters.append(.init(name: Array("charset".utf8), value: Array("us-ascii".utf8)))
        }
        writeParameters(parameters)
        for name in [PartFields.Name.id, .description] {
            text.add(" ")
            text.add(nstring: fields.text(name))
        }
        text.add(" ")
        text.add(string: fields.encoding ?? Array("7bit".utf8))
        text.add(" ")
        text.add(node.body.count)
    }

    /// The type in an answer: only what has an envelope may be called a message, and only what has parts a multipart.
    private func shownType(_ node: MessageOutline.Node) -> (String, String) {
        if node.kind == .message && node.isMessageOfIMAP { return (node.type, node.subtype) }
        if node.type == "multipart" || node.isMessageType { return ("application", "octet-stream") }
        return (node.type, node.subtype)
    }

    /// `Content-Type`, if the type of the part is that of the field and no default.
    private func ownType(_ node: MessageOutline.Node, _ fields: PartFields) -> RawParameters? {
        guard let field = fields[.type] else { return nil }
        let raw = RawParameters(field)
        return raw.value.map(lowered).starts(with: "\(node.type)/".utf8) ? raw : nil
    }

    private mutating func writeParameters(_ parameters: [RawParameters.Parameter]) {
        guard !parameters.isEmpty else { return text.add("NIL") }
        for (index, parameter) in parameters.enumerated() {
            text.add(index == 0 ? "(" : " ")
            text.add(string: parameter.name)
            text.add(" ")
            text.add(string: parameter.value)
        }
        text.add(")")
    }

    private mutating func writeSingleExtension(_ fields: PartFields) {
        if isExtended {
            text.add(" ")
            text.add(nstring: fields.text(.md5))
            writeExtension(fields)
        }
        text.add(")")
    }

    /// Writes disposition, language and location.
    private mutating func writeExtension(_ fields: PartFields) {
        text.add(" ")
        let disposition = fields[.disposition].map { RawParameters($0) }
        if let disposition, !disposition.value.isEmpty {
            text.add("(")
            text.add(string: disposition.value)
            text.add(" ")
            writeParameters(disposition.parameters)
            text.add(")")
        } else {
            text.add("NIL")
        }
        text.add(" ")
        let languages = fields.languages
        if languages.isEmpty { text.add("NIL") }
        for (index, language) in languages.enumerated() {
            text.add(index == 0 ? "(" : " ")
            text.add(string: language)
        }
        if !languages.isEmpty { text.add(")") }
        text.add(" ")
        text.add(nstring: fields.text(.location))
    }
}

extension MessageOutline.Node {
    /// Whether a client expects an envelope of what is called so (RFC 9051, `media-message`).
    var isMessageType: Bool { type == "message" && (subtype == "rfc822" || subtype == "global") }

    /// Whether it is written as a message: `message/news` is divided by the MIME module, but not by IMAP.
    var isMessageOfIMAP: Bool { kind == .message && isMessageType && !children.isEmpty }
}

/// What bounds an answer about one message, whatever the message is.
enum MessageLimits {
    /// Addresses and marks of groups, of an envelope or of all envelopes of a structure.
    static let addresses = 50_000
    /// Bytes of the header of the message that are read for its envelope and type.
    static let header = 1 << 20
    /// Bytes of a part's header.
    static let partHeader = 1 << 16
}
