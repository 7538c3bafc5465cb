internal import Domain
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Email/get` (RFC 8621 section 4.2).
struct EmailGet {
    /// In the order of the RFC.
    static let properties = [
        "id", "blobId", "threadId", "mailboxIds", "keywords", "size", "receivedAt", "messageId", "inReplyTo",
        "references", "sender", "from", "to", "cc", "bcc", "replyTo", "subject", "sentAt", "hasAttachment", "preview",
        "headers", "bodyStructure", "bodyValues", "textBody", "htmlBody", "attachments",
    ]
    private static let usual = properties.filter { !["headers", "bodyStructure"].contains($0) }
    /// What of a message is in its bytes alone.
    private static let ofContent: Set<String> = [
        "sentAt", "headers", "bodyStructure", "bodyValues", "textBody", "htmlBody", "attachments",
    ]
    /// What of its header the log alone has.
    private static let ofHeader: Set<String> = [
        "inReplyTo", "references", "sender", "to", "cc", "bcc", "replyTo",
    ]

    private let reader: LedgerReader
    private let emails: EmailsQuery
    private let properties: [String]
    private let readsContent: Bool
    private let readsHeader: Bool
    private let showsAuthors: Bool
    private let parts: EmailParts
    private let budget: AnswerBudget

    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "ids", "properties", "bodyProperties", "fetchTextBodyValues", "fetchHTMLBodyValues", "fetchAllBodyValues",
            "maxBodyValueBytes")
        let account = try call.account(arguments, reader)
        // There are more messages than an answer has room for.
        guard let ids = try GetAnswer.ids(call, arguments) else { throw MethodError.requestTooLarge }
        let get = try EmailGet(call, arguments, EmailsQuery(on: reader.connection, account: account.stream), reader)
        var answer = GetAnswer()
        for id in ids {
            try call.budget.goOn()
            if let email = JMAPID.email(id), let row = try get.emails.email(email) {
                answer.add(try get.object(of: row))
            } else {
                answer.miss(id)
            }
        }
        return answer.json(account, try .current(Entity.message, account, reader))
    }

    private init(_ call: MethodCall, _ arguments: Arguments, _ emails: EmailsQuery, _ reader: LedgerReader) throws {
        self.reader = reader
        budget = call.budget
        self.emails = emails
        properties = try GetAnswer.properties(call, arguments, of: Self.properties, by: Self.usual) {
            HeaderProperty($0) != nil
        }
        parts = try EmailParts(call, arguments)
        readsContent = properties.contains { Self.ofContent.contains($0) || $0.hasPrefix("header:") }
        readsHeader = properties.contains { Self.ofHeader.contains($0) }
        showsAuthors = properties.contains("from")
    }

    // MARK: One message

    private func object(of row: EmailRow) throws -> JSONObject {
        var members = [JSONObject.Member("id", .string(JMAPID.text(of: row.id)))]
        // The read models have what a list shows, and the first author only.
        let needsLog = readsHeader || showsAuthors && row.authors > 1
        let headers = needsLog ? try reader.headers(of: row.stream) : row.listedHeaders
        let content = readsContent ? try parts.read(row, reader) : nil
        for property in properties where property != "id" {
            let value =
                try listed(property, row) ?? Self.value(of: property, in: headers)
                ?? content.flatMap { try $0.value(of: property) } ?? Self.absent(property)
            if !EmailParts.charged.contains(property) { try budget.take(value) }
            members.append(JSONObject.Member(property, value))
        }
        return JSONObject(unique: members)
    }

    /// What the read models have of a message.
    private func listed(_ property: String, _ row: EmailRow) throws -> JSONValue? {
        switch property {
        case "blobId": .string(JMAPID.text(ofBlob: row.content))
        case "threadId": .string(JMAPID.text(ofThread: row.thread))
        case "mailboxIds": Self.set(try emails.folders(of: row.stream).map(JMAPID.text(of:)).sorted())
        case "keywords": Self.set(try emails.keywords(of: row.stream).compactMap(KeywordName.name(of:)))
        case "size": .integer(row.size)
        case "receivedAt": .string(UTCDate.text(of: row.receivedAt))
        case "hasAttachment": .bool(row.hasAttachments)
        case "preview": .string(String(row.snippet.unicodeScalars.prefix(256)))
        default: nil
        }
    }

    /// What the log has of its header; nil for another property.
    static func value(of property: String, in headers: MessageHeaders) -> JSONValue? {
        switch property {
        case "messageId": texts(headers.messageID.map { [$0] } ?? [])
        case "inReplyTo": texts(headers.inReplyTo)
        case "references": texts(headers.references)
        case "sender": addresses(headers.sender)
        case "from": addresses(headers.from)
        case "to": addresses(headers.to)
        case "cc": addresses(headers.cc)
        case "bcc": addresses(headers.bcc)
        case "replyTo": addresses(headers.replyTo)
        case "subject": headers.subject.map { .string($0.canonicalForm) } ?? .null
        default: nil
        }
    }

    /// What stands for a part of a message whose bytes did not come.
    static func absent(_ property: String) -> JSONValue {
        switch property {
        case "headers", "textBody", "htmlBody", "attachments": []
        case "bodyValues": [:]
        default: property.hasSuffix(":all") ? [] : .null
        }
    }

    private static func set(_ names: [String]) -> JSONValue {
        .object(JSONObject(unique: names.map { JSONObject.Member($0, true) }))
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        texts.isEmpty ? .null : .array(texts.map { .string($0) })
    }

    private static func addresses(_ addresses: [EmailAddress]) -> JSONValue {
        guard !addresses.isEmpty else { return .null }
        // The name of a group is one without an address.
        let addresses = addresses.filter { !$0.address.isEmpty }
        return .array(
            addresses.map {
                ["name": $0.name.map { .string($0.canonicalForm) } ?? .null, "email": .string($0.address)]
            })
    }
}

extension EmailRow {
    /// What the read models have of its header.
    fileprivate var listedHeaders: MessageHeaders {
        var headers = MessageHeaders()
        headers.messageID = messageID
        headers.subject = subject
        headers.from = author.map { [$0] } ?? []
        return headers
    }
}
