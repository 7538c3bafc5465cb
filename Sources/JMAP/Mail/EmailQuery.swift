internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections
internal import SQLite

/// `Email/query` (RFC 8620 section 5.5, RFC 8621 section 4.4).
struct EmailQuery {
    /// No list that is walked for an anchor, for threads or for a place from its end is longer than this.
    private static let walkLimit = 200_000

    private let emails: EmailsQuery
    private let condition: SQL
    private let order: SQL
    private let collapsesThreads: Bool
    private let window: Window

    /// The part of the list that is asked for.
    private struct Window {
        var position: Int
        var anchor: String?
        var anchorOffset: Int
        var limit: Int?
        var calculatesTotal: Bool
    }

    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal", "collapseThreads")
        let account = try call.account(arguments, reader)
        let query = try EmailQuery(call, arguments, account, reader)
        var answer: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)),
            "queryState": .string(try JMAPState.current(Entity.message, account, reader).text),
            "canCalculateChanges": false,
        ]
        try query.run(into: &answer, limit: call.limits.objectsInGet)
        return answer
    }

    private init(_ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader) throws {
        emails = EmailsQuery(on: reader.connection, account: account.stream)
        var filter = EmailFilter(reader)
        condition = "(\(try arguments.object("filter").map { try filter.condition($0) } ?? "TRUE"))"
        order = try Self.order(arguments.objects("sort") ?? [])
        collapsesThreads = try arguments.bool("collapseThreads")
        window = Window(
            position: try arguments.integer("position") ?? 0,
            anchor: try arguments.string("anchor").map(call.resolved),
            anchorOffset: try arguments.integer("anchorOffset") ?? 0, limit: try arguments.unsigned("limit"),
            calculatesTotal: try arguments.bool("calculateTotal"))
    }

    // MARK: The order

    private static func order(_ comparators: [JSONObject]) throws -> SQL {
        var keys: [SQL] = []
        var isFirstAscending = false
        for comparator in comparators {
            let values = try Arguments(comparator, known: ["property", "isAscending", "collation", "keyword"])
            let isAscending = values["isAscending"] == nil ? true : try values.bool("isAscending")
            if let collation = try values.string("collation"),
                !["i;ascii-casemap", "i;unicode-casemap"].contains(collation)
            {
                throw MethodError.unsupportedSort("there is no collation \(collation)")
            }
            if keys.isEmpty { isFirstAscending = isAscending }
            keys.append(try order(values).sql(isAscending: isAscending))
        }
        // The latest first where nothing is asked for.
        if keys.isEmpty { keys.append(EmailOrder.receivedAt.sql(isAscending: false)) }
        keys.append(EmailOrder.recording(isAscending: isFirstAscending))
        return keys.joined(separator: ", ")
    }

    private static func order(_ comparator: Arguments) throws -> EmailOrder {
        func keyword() throws -> String {
            guard let keyword = try comparator.string("keyword") else {
                throw MethodError.invalidArguments("a sort by a keyword names one")
            }
            return Keyword.key(of: keyword)
        }
        switch try comparator.string("property") {
        case "receivedAt": return .receivedAt
        case "sentAt": return .sentAt
        case "size": return .size
        case "hasKeyword": return .keyword(try keyword())
        case "allInThreadHaveKeyword": return .threadKeyword(try keyword(), inAll: true)
        case "someInThreadHaveKeyword": return .threadKeyword(try keyword(), inAll: false)
        case let property?: throw MethodError.unsupportedSort("nothing is sorted by \(property)")
        case nil: throw MethodError.invalidArguments("a comparator has a property")
        }
    }

    // MARK: The window

    private func run(into answer: inout JSONObject, limit most: Int) throws {
        let limit = min(window.limit ?? most, most)
        let (position, ids, total) =
            collapsesThreads || window.anchor != nil || window.position < 0
            ? try walk(limit) : try page(limit)
        answer["position"] = .integer(Int64(position))
        answer["ids"] = .array(ids.map { .string(JMAPID.text(ofEmail: $0)) })
        if window.calculatesTotal { answer["total"] = .integer(Int64(try total ?? emails.count(matching: condition))) }
        // Told only where it is another one than was asked for.
        if window.limit.map({ $0 > most }) ?? true { answer["limit"] = .integer(Int64(limit)) }
    }

    private func page(_ limit: Int) throws -> (position: Int, ids: [MessageID], total: Int?) {
        var ids: [MessageID] = []
        if limit > 0 {
            try emails.forEach(matching: condition, order: order, limit: limit, offset: window.position) { place in
                ids.append(place.id)
                return true
            }
        }
        return (window.position, ids, nil)
    }

    private func walk(_ limit: Int) throws -> (position: Int, ids: [MessageID], total: Int?) {
        var all: [MessageID] = []
        var threads: Set<StreamID> = []
        try emails.forEach(matching: condition, order: order) { place in
            guard !collapsesThreads || threads.insert(place.thread).inserted else { return true }
            all.append(place.id)
            guard all.count <= Self.walkLimit else {
                throw MethodError.unsupportedFilter("the list is too long for this; filter it further")
            }
            return true
        }
        var start = window.position < 0 ? max(0, all.count + window.position) : window.position
        if let anchor = window.anchor {
            guard let id = JMAPID.email(anchor), let index = all.firstIndex(of: id) else {
                throw MethodError.anchorNotFound
            }
            start = max(0, index + window.anchorOffset)
        }
        return (start, Array(all.dropFirst(start).prefix(limit)), all.count)
    }
}
