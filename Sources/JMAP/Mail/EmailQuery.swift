internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Projections

/// `Email/query` (RFC 8620 section 5.5, RFC 8621 section 4.4).
enum EmailQuery {
    /// No list that is walked for an anchor, for threads or for a place from its end is longer than this.
    private static let walkLimit = 200_000

    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal", "collapseThreads")
        let account = try call.account(arguments, reader)
        let list = try EmailList(call, arguments, account, reader)
        var answer: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)),
            "queryState": .string(try JMAPState.current(Entity.message, account, reader).text),
            "canCalculateChanges": .bool(list.isWhole),
        ]
        try write(list, QueryWindow(call, arguments), into: &answer, most: call.limits.objectsInGet)
        try call.budget.take(.object(answer))
        return answer
    }

    private static func write(
        _ list: EmailList, _ window: QueryWindow, into answer: inout JSONObject, most: Int
    ) throws {
        var ids: [String] = []
        let tooLong = MethodError.unsupportedFilter("the list is too long for this; filter it further")
        guard !window.needsAll else {
            try list.walk(limit: walkLimit, orThrow: tooLong) { place in
                ids.append(JMAPID.text(of: place.id))
                return true
            }
            return try window.write(ids, total: ids.count, into: &answer, most: most)
        }
        try list.page(limit: window.count(most), offset: window.position, walking: walkLimit, orThrow: tooLong) {
            ids.append(JMAPID.text(of: $0.id))
        }
        let total = window.calculatesTotal ? try list.count() : nil
        window.write(ids, from: window.position, total: total, into: &answer, most: most)
    }
}
