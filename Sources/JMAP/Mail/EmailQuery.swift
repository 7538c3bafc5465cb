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
    private let window: QueryWindow
    private let budget: AnswerBudget

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
        try call.budget.take(.object(answer))
        return answer
    }

    private init(_ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader) throws {
        emails = EmailsQuery(on: reader.connection, account: account.stream)
        var filter = EmailFilter(call.limits, reader)
        condition = "(\(try arguments.object("filter").map { try filter.condition($0) } ?? "TRUE"))"
        order = try Self.order(arguments.comparators())
        collapsesThreads = try arguments.bool("collapseThreads")
        budget = call.budget
        window = try QueryWindow(call, arguments)
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
            return KeywordName.keyword(keyword)?.key ?? Keyword.key(of: keyword)
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
        if collapsesThreads || window.needsAll {
            let all = try walk()
            return try window.write(all, total: all.count, into: &answer, most: most)
        }
        var ids: [String] = []
        let count = window.count(most)
        if count > 0 {
            try emails.forEach(matching: condition, order: order, limit: count, offset: window.position) { place in
                ids.append(JMAPID.text(of: place.id))
                return true
            }
        }
        let total = window.calculatesTotal ? try emails.count(matching: condition) : nil
        window.write(ids, from: window.position, total: total, into: &answer, most: most)
    }

    /// The whole list, of each thread the first message where threads are shown as one.
    private func walk() throws -> [String] {
        var all: [String] = []
        var threads: Set<StreamID> = []
        try emails.forEach(matching: condition, order: order) { place in
            try budget.goOn()
            guard !collapsesThreads || threads.insert(place.thread).inserted else { return true }
            all.append(JMAPID.text(of: place.id))
            guard all.count <= Self.walkLimit else {
                throw MethodError.unsupportedFilter("the list is too long for this; filter it further")
            }
            return true
        }
        return all
    }
}
