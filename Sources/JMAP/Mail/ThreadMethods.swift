internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// Threads (RFC 8621 section 3).
enum ThreadMethods {
    static let all: [Method] = [.reading("Thread/get", get), .reading("Thread/changes", changes)]

    @Sendable private static func changes(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("sinceState", "maxChanges")
        let account = try call.account(arguments, reader)
        return try ChangesAnswer(.threads, call, account, arguments, reader).json(account)
    }

    @Sendable private static func get(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("ids", "properties")
        let account = try call.account(arguments, reader)
        // There may be as many threads as messages.
        guard let ids = try GetAnswer.ids(call, arguments) else { throw MethodError.requestTooLarge }
        let properties = try GetAnswer.properties(call, arguments, of: ["id", "emailIds"])
        let emails = try EmailsQuery(on: reader.connection, account: account.stream)
        var answer = GetAnswer()
        for id in ids {
            try call.budget.goOn()
            guard let thread = JMAPID.thread(id), let members = try emails.thread(thread) else {
                answer.miss(id)
                continue
            }
            var object: JSONObject = ["id": .string(id)]
            if properties.contains("emailIds") {
                object["emailIds"] = .array(members.map { .string(JMAPID.text(of: $0)) })
            }
            try answer.add(object, call.budget)
        }
        return answer.json(account, try .current(Entity.thread, account, reader))
    }
}
