internal import JSONCoding
internal import MIME
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/parse` (RFC 8621 section 4.9): blobs read as emails, without one becoming one.
struct EmailParse {
    static let method = Method.reading("Email/parse", answer)

    private static let usual = [
        "messageId", "inReplyTo", "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt",
        "hasAttachment", "preview", "bodyValues", "textBody", "htmlBody", "attachments",
    ]

    private let properties: [String]
    private let parts: EmailParts
    private let budget: AnswerBudget

    @Sendable private static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "blobIds", "properties", "bodyProperties", "fetchTextBodyValues", "fetchHTMLBodyValues",
            "fetchAllBodyValues", "maxBodyValueBytes")
        let account = try call.account(arguments, reader)
        guard let ids = try arguments.strings("blobIds") else {
            throw MethodError.invalidArguments("blobIds is missing")
        }
        guard ids.count <= call.limits.objectsInGet else { throw MethodError.requestTooLarge }
        let parse = try EmailParse(call, arguments)
        var parsed = JSONObject()
        var (notParsable, notFound): ([String], [String]) = ([], [])
        var seen: Set<String> = []
        for id in ids where seen.insert(id).inserted {
            try call.budget.goOn()
            guard let (blob, content) = try call.blob(id, in: account, reader) else {
                notFound.append(id)
                continue
            }
            guard let message = try content.message() else {
                notParsable.append(id)
                continue
            }
            parsed[id] = .object(try parse.object(of: message, blob, size: content.size, id: id))
        }
        func list(_ ids: [String]) -> JSONValue { ids.isEmpty ? .null : .array(ids.map { .string($0) }) }
        return [
            "accountId": .string(JMAPID.text(of: account.id)),
            "parsed": parsed.keys.isEmpty ? .null : .object(parsed), "notParsable": list(notParsable),
            "notFound": list(notFound),
        ]
    }

    private init(_ call: MethodCall, _ arguments: Arguments) throws(MethodError) {
        properties = try GetAnswer.properties(call, arguments, of: EmailGet.properties, by: Self.usual) {
            HeaderProperty($0) != nil
        }
        parts = try EmailParts(call, arguments)
        budget = call.budget
    }

    private func object(of message: MessageParts, _ blob: JMAPBlob, size: Int64, id: String) throws -> JSONObject {
        let content = parts.content(of: message, blobID: blob.id(ofPartWithin:))
        let parsed = try message.parsed()
        let headers = MessageHeaders(parsed)
        var object = JSONObject()
        for property in properties {
            let value: JSONValue
            switch property {
            // What only an email in a mailbox has.
            case "id", "threadId", "mailboxIds", "keywords", "receivedAt": value = .null
            case "blobId": value = .string(id)
            case "size": value = .integer(size)
            case "hasAttachment": value = .bool(parsed.hasAttachments)
            case "preview": value = .string(String(parsed.snippet.prefix(256)))
            default:
                value =
                    try EmailGet.value(of: property, in: headers) ?? content.value(of: property)
                    ?? EmailGet.absent(property)
            }
            if !EmailParts.charged.contains(property) { try budget.take(value) }
            object[property] = value
        }
        return object
    }
}
