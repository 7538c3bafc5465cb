internal import JSONCoding
internal import MIME
internal import Mail
internal import MailLedger
internal import Projections

/// What an `Email/get` asks of the bytes of messages.
struct EmailParts {
    /// Those that a part of a message has (RFC 8621 section 4.1.4).
    private static let all = [
        "partId", "blobId", "size", "headers", "name", "type", "charset", "disposition", "cid", "language", "location",
        "subParts",
    ]
    private static let usual = all.filter { !["headers", "subParts"].contains($0) }
    /// Those that are charged part by part: there may be ten thousand.
    static let charged: Set<String> = ["bodyStructure", "textBody", "htmlBody", "attachments", "bodyValues"]
    /// No value of a body is longer than this, in bytes.
    private static let longestValue = 4 << 20

    fileprivate let properties: [String]
    fileprivate let fetchesText: Bool
    fileprivate let fetchesHTML: Bool
    fileprivate let fetchesAll: Bool
    fileprivate let limit: Int
    fileprivate let budget: AnswerBudget

    init(_ call: MethodCall, _ arguments: Arguments) throws(MethodError) {
        budget = call.budget
        properties = try GetAnswer.properties(call, arguments, key: "bodyProperties", of: Self.all, by: Self.usual) {
            HeaderProperty($0) != nil
        }
        fetchesText = try arguments.bool("fetchTextBodyValues")
        fetchesHTML = try arguments.bool("fetchHTMLBodyValues")
        fetchesAll = try arguments.bool("fetchAllBodyValues")
        let most = try arguments.unsigned("maxBodyValueBytes") ?? 0
        limit = most > 0 ? min(most, Self.longestValue) : Self.longestValue
    }

    /// Reads the bytes of a message; nil where there are none.
    func read(_ row: EmailRow, _ reader: LedgerReader) throws -> Content? {
        try reader.parts(of: row.content).map { message in
            content(of: message) { JMAPID.text(ofBlob: row.content, part: $0) }
        }
    }

    /// - Parameter blobID: Returns the id of a part as a blob, by its number.
    func content(of message: MessageParts, blobID: @escaping (String) -> String) -> Content {
        Content(message, blobID: blobID, asked: self)
    }

    /// A message as its bytes have it.
    struct Content {
        private let message: MessageParts
        private let blobID: (String) -> String
        private let asked: EmailParts
        private let body: EmailBody

        fileprivate init(_ message: MessageParts, blobID: @escaping (String) -> String, asked: EmailParts) {
            self.message = message
            self.blobID = blobID
            self.asked = asked
            body = EmailBody(message.root)
        }

        /// Returns a property that is in the bytes; nil for another one.
        func value(of property: String) throws -> JSONValue? {
            switch property {
            case "sentAt": message.root.header.all("date").last?.date.map { .string($0) } ?? .null
            case "headers": Self.headers(of: message.root)
            case "bodyStructure": try part(message.root, withParts: true)
            case "textBody": .array(try body.text.map { try part($0) })
            case "htmlBody": .array(try body.html.map { try part($0) })
            case "attachments": .array(try body.attachments.map { try part($0) })
            case "bodyValues": .object(try values())
            default: HeaderProperty(property)?.value(in: message.root.header)
            }
        }

        private static func headers(of node: MessageStructure.Node) -> JSONValue {
            .array(node.header.fields.map { ["name": .string($0.name), "value": .string($0.raw)] })
        }

        private func part(_ node: MessageStructure.Node, withParts: Bool = false) throws -> JSONValue {
            var members: [JSONObject.Member] = []
            for property in asked.properties where property != "subParts" {
                let value = value(of: property, in: node)
                try asked.budget.take(value)
                members.append(JSONObject.Member(property, value))
            }
            let isAsked = asked.properties.contains("subParts")
            if node.number == nil, withParts || isAsked {
                let children = try node.children.map { try part($0, withParts: withParts) }
                members.append(JSONObject.Member("subParts", .array(children)))
            } else if isAsked {
                members.append(JSONObject.Member("subParts", .null))
            }
            return .object(JSONObject(unique: members))
        }

        private func value(of property: String, in node: MessageStructure.Node) -> JSONValue {
            switch property {
            case "partId": text(node.number)
            case "blobId":
                text(node.number.map(blobID))
            case "size": .integer(node.size)
            case "headers": Self.headers(of: node)
            case "name": text(node.fileName)
            case "type": .string(node.mimeType)
            case "charset": text(node.charset)
            case "disposition": text(node.disposition)
            case "cid": text(node.contentID)
            case "language": languages(of: node)
            case "location": text(node.header.all("content-location").last?.text)
            default: HeaderProperty(property)?.value(in: node.header) ?? .null
            }
        }

        private func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

        private func languages(of node: MessageStructure.Node) -> JSONValue {
            guard let field = node.header.all("content-language").last else { return .null }
            let tags = field.text.split(separator: ",").map { tag in JSONValue.string(tag.filter { !$0.isWhitespace }) }
            return .array(tags)
        }

        /// The texts that are asked for, by the ids of their parts.
        private func values() throws -> JSONObject {
            var parts: [MessageStructure.Node] = []
            if asked.fetchesText || asked.fetchesAll { parts += body.text }
            if asked.fetchesHTML || asked.fetchesAll { parts += body.html }
            if asked.fetchesAll { parts += message.root.leaves }
            let types = Dictionary(
                parts.compactMap { part in part.number.map { ($0, part.mimeType) } }, uniquingKeysWith: { $1 }
            ).filter { $0.value.hasPrefix("text/") }
            guard !types.isEmpty else { return [:] }
            var values: [JSONObject.Member] = []
            try forEachText(of: Set(types.keys)) { number, text in
                var (value, isCut) = Self.cut(text.text, to: asked.limit)
                isCut = isCut || text.isCut
                if isCut, types[number] == "text/html" { value = HTMLEnd.withoutOpenTag(value) }
                let object: JSONValue = [
                    "value": .string(value), "isEncodingProblem": .bool(text.hasProblem),
                    "isTruncated": .bool(isCut),
                ]
                try asked.budget.take(object)
                values.append(JSONObject.Member(number, object))
            }
            return JSONObject(unique: values.sorted { $0.key < $1.key })
        }

        /// The most bytes of a character, and of what leads over to its charset, that a cut may leave over.
        private static let longestRest = 8

        /// Lends the texts of parts as far as they are needed.
        ///
        /// The bytes that are read may end within a character. That is no fault of the text: it is read again with fewer bytes.
        private func forEachText(of numbers: Set<String>, _ body: (String, PartText) throws -> Void) throws {
            let limit = 2 * asked.limit + 16
            var doubtful: [String: PartText] = [:]
            try message.forEachText(of: numbers, limit: limit) { number, text in
                let isDoubtful = text.isCut && text.hasProblem && Self.hasReplacement(atTheEndAloneOf: text.text)
                if isDoubtful { doubtful[number] = text } else { try body(number, text) }
            }
            for rest in 1..<Self.longestRest where !doubtful.isEmpty {
                try asked.budget.goOn()
                try message.forEachText(of: Set(doubtful.keys), limit: limit - rest) { number, text in
                    guard !text.hasProblem else { return }
                    doubtful[number] = nil
                    try body(number, text)
                }
            }
            for (number, text) in doubtful { try body(number, text) }
        }

        /// Whether nothing but some of a text's last characters could not be decoded.
        private static func hasReplacement(atTheEndAloneOf text: String) -> Bool {
            let scalars = text.unicodeScalars
            return scalars.suffix(longestRest).contains("\u{FFFD}")
                && !scalars.dropLast(longestRest).contains("\u{FFFD}")
        }

        /// The longest beginning of a text within a number of bytes, without half a character.
        private static func cut(_ text: String, to limit: Int) -> (text: String, isCut: Bool) {
            guard text.utf8.count > limit else { return (text, false) }
            var end = text.utf8.index(text.startIndex, offsetBy: limit)
            while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
            return (String(text[..<end]), true)
        }
    }
}
