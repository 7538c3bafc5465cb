internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// Messages of mail (RFC 8621 section 4).
enum EmailMethods {
    static let all: [Method] = [
        .reading("Email/get", EmailGet.answer), .reading("Email/query", EmailQuery.answer),
        .reading("Email/changes", changes), .reading("Email/queryChanges", EmailQueryChanges.answer),
        .writing("Email/set", EmailSet.answer), EmailImport.method, EmailCopy.method, EmailParse.method,
        SearchSnippet.method,
    ]

    @Sendable private static func changes(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments("sinceState", "maxChanges")
        let account = try call.account(arguments, reader)
        return try ChangesAnswer(.emails, call, account, arguments, reader).json(account)
    }
}
