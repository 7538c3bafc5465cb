internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Projections

/// `Email/queryChanges` (RFC 8620 section 5.6, RFC 8621 section 4.5).
///
/// Whatever the filter and the sort are, an email stands where it stood, relative to others that do, unless something of it changed, or of its thread
/// where that counts. So each email of which something changed is removed, and added where it stands now.
enum EmailQueryChanges {
    /// No longer list is walked for the places of emails, and no more emails are looked at.
    private static let walkLimit = 50_000

    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal", "collapseThreads")
        let account = try call.account(arguments, reader)
        let list = try EmailList(call, arguments, account, reader)
        guard list.isWhole else { throw MethodError.cannotCalculateChanges }
        let changes = try QueryChanges(call, arguments, account, reader)
        let touched = try AccountChangesQuery(on: reader.connection, account: account.stream)
            .touchedEmails(since: changes.since, list.dependence, limit: walkLimit + 1)
        guard touched.count <= walkLimit else { throw MethodError.tooManyChanges }
        let added = try places(of: touched, in: list, upTo: changes.upTo)
        let answer = try changes.json(
            removed: touched.compactMap { $0.known.map(JMAPID.text(of:)) }, added: added,
            total: changes.calculatesTotal ? try list.count() : nil,
            .current(Entity.message, account, reader))
        try call.budget.take(.object(answer))
        return answer
    }

    /// Returns where those of some messages stand that are in a list.
    ///
    /// - Parameter last: The last email that the client knows. Where nothing in the list ever moves, what stands behind it is left out.
    private static func places(
        of touched: [TouchedEmail], in list: EmailList, upTo last: String?
    ) throws -> [(id: String, index: Int)] {
        let streams = Set(touched.map(\.stream))
        // Behind the last one of them nothing is looked for.
        var left = try list.isOfEmails ? list.count(among: streams.map(\.rawValue)) : .max
        guard left > 0, !streams.isEmpty else { return [] }
        var added: [(id: String, index: Int)] = []
        var index = 0
        try list.walk(limit: walkLimit, orThrow: .tooManyChanges) { place in
            let id = JMAPID.text(of: place.id)
            if streams.contains(place.stream) {
                added.append((id, index))
                left -= 1
            }
            index += 1
            return left > 0 && !(list.dependence == .presence && id == last)
        }
        return added
    }
}
