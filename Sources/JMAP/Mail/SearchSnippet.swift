internal import EventLog
internal import JSONCoding
internal import MIME
internal import Mail
internal import MailLedger
internal import Projections

/// `SearchSnippet/get` (RFC 8621 section 5.1): where messages say what was searched for.
struct SearchSnippet {
    static let method = Method.reading("SearchSnippet/get", answer)

    /// How much of a body is looked through, in bytes.
    private static let longest = 256 << 10

    private let ofSubject: SnippetMarks
    private let ofBody: SnippetMarks

    @Sendable private static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("filter", "emailIds")
        let account = try call.account(arguments, reader)
        guard let ids = try arguments.strings("emailIds") else {
            throw MethodError.invalidArguments("emailIds is missing")
        }
        guard ids.count <= call.limits.objectsInGet else { throw MethodError.requestTooLarge }
        let filter = try arguments.object("filter") ?? [:]
        let emails = try EmailsQuery(on: reader.connection, account: account.stream)
        // What is wrong with it is said as a query says it.
        var conditions = EmailFilter(call, emails, reader)
        _ = try conditions.condition(filter)
        let snippet = SearchSnippet(filter)
        var (list, notFound): ([JSONValue], [JSONValue]) = ([], [])
        var seen: Set<String> = []
        for id in ids.map(call.resolved) where seen.insert(id).inserted {
            try call.budget.goOn()
            guard let email = JMAPID.email(id), let row = try emails.email(email) else {
                notFound.append(.string(id))
                continue
            }
            let found = try snippet.object(of: row, id: id, reader)
            try call.budget.take(found)
            list.append(found)
        }
        return [
            "accountId": .string(JMAPID.text(of: account.id)), "list": .array(list),
            "notFound": notFound.isEmpty ? .null : .array(notFound),
        ]
    }

    private init(_ filter: JSONObject) {
        var (subject, body): ([String], [String]) = ([], [])
        Self.collect(filter, &subject, &body)
        ofSubject = SnippetMarks(subject)
        ofBody = SnippetMarks(body)
    }

    /// Takes the phrases that a message may have been found by; those that it must not have mark nothing.
    private static func collect(_ filter: JSONObject, _ subject: inout [String], _ body: inout [String]) {
        if case .string(let name)? = filter["operator"] {
            guard name != "NOT", case .array(let conditions)? = filter["conditions"] else { return }
            for case .object(let condition) in conditions { collect(condition, &subject, &body) }
            return
        }
        for member in filter.members {
            guard case .string(let text) = member.value else { continue }
            let phrases = SearchPhrases.phrases(of: text)
            if member.key == "text" || member.key == "subject" { subject += phrases }
            if member.key == "text" || member.key == "body" { body += phrases }
        }
    }

    private func object(of row: EmailRow, id: String, _ reader: LedgerReader) throws -> JSONValue {
        let subject = ofSubject.isEmpty ? nil : try reader.headers(of: row.stream).subject
        let body = ofBody.isEmpty ? nil : try reader.parts(of: row.content)?.parsed().text
        let text = body.map { String(decoding: $0.utf8.prefix(Self.longest), as: UTF8.self) }
        return [
            "emailId": .string(id),
            "subject": subject.flatMap { ofSubject.marked($0) }.map { .string($0) } ?? .null,
            "preview": text.flatMap { ofBody.preview($0) }.map { .string($0) } ?? .null,
        ]
    }
}
