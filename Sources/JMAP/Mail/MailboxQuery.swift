internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// `Mailbox/query` (RFC 8621 section 2.3). An account has few mailboxes: all of them are looked at.
enum MailboxQuery {
    @Sendable static func answer(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "position", "anchor", "anchorOffset", "limit", "calculateTotal", "sortAsTree",
            "filterAsTree")
        let account = try call.account(arguments, reader)
        let all = try MailboxMethods.mailboxes(of: account, reader)
        var matching = Set<FolderID>()
        let filter = try arguments.object("filter") ?? [:]
        for row in all where try Self.takes(row, filter) { matching.insert(row.id) }
        if try arguments.bool("filterAsTree") { matching = Self.withTheirParents(all, matching) }
        var rows = try all.sorted(by: Self.order(arguments.comparators()))
        if try arguments.bool("sortAsTree") { rows = Self.tree(rows) }
        let ids = rows.filter { matching.contains($0.id) }.map { JMAPID.text(of: $0.id) }
        var answer: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)),
            "queryState": .string(try JMAPState.current(Entity.folder, account, reader).text),
            "canCalculateChanges": false,
        ]
        let window = try QueryWindow(call, arguments)
        try window.write(ids, total: ids.count, into: &answer, most: call.limits.objectsInGet)
        return answer
    }

    // MARK: Filter

    private static func takes(_ row: FolderRow, _ filter: JSONObject) throws -> Bool {
        guard filter["operator"] != nil else { return try matches(row, filter) }
        let values = try Arguments(filter, known: ["operator", "conditions"])
        guard let parts = try values.objects("conditions") else {
            throw MethodError.invalidArguments("a filter with an operator has conditions")
        }
        // Each is looked at, so that what is wrong in one is not passed over.
        let taken = try parts.map { try takes(row, $0) }
        switch try values.string("operator") {
        case "AND": return taken.allSatisfy { $0 }
        case "OR": return taken.contains(true)
        case "NOT": return !taken.contains(true)
        default: throw MethodError.invalidArguments("an operator is AND, OR or NOT")
        }
    }

    private static func matches(_ row: FolderRow, _ filter: JSONObject) throws -> Bool {
        let values = try Arguments(filter, known: ["parentId", "name", "role", "hasAnyRole", "isSubscribed"])
        var takes = true
        // Null is a value of these two.
        if values.has("parentId") {
            takes = try takes && values.string("parentId") == row.parent.map { JMAPID.text(of: $0) }
        }
        if values.has("role") { takes = try takes && values.string("role") == MailboxMethods.role(of: row) }
        if let name = try values.string("name") {
            takes = takes && row.name.lowercased().contains(name.lowercased())
        }
        if values["hasAnyRole"] != nil {
            takes = try takes && values.bool("hasAnyRole") == (MailboxMethods.role(of: row) != nil)
        }
        if values["isSubscribed"] != nil {
            takes = try takes && values.bool("isSubscribed") == (row.settings.visibility != .hide)
        }
        return takes
    }

    /// Those of a set all of whose parents are in it, too.
    private static func withTheirParents(_ rows: [FolderRow], _ set: Set<FolderID>) -> Set<FolderID> {
        let parents = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.parent) })
        return set.filter { id in
            var next = parents[id] ?? nil
            // No folder lies in itself; the count is a bound all the same.
            for _ in rows {
                guard let parent = next else { return true }
                guard set.contains(parent) else { return false }
                next = parents[parent] ?? nil
            }
            return true
        }
    }

    // MARK: Order

    private typealias Comparison = (FolderRow, FolderRow) -> Int

    private static func order(_ comparators: [JSONObject]) throws -> (FolderRow, FolderRow) -> Bool {
        var comparisons: [Comparison] = []
        for comparator in comparators {
            let values = try Arguments(comparator, known: ["property", "isAscending", "collation"])
            let sign = values["isAscending"] == nil ? 1 : try values.bool("isAscending") ? 1 : -1
            switch try values.string("property") {
            case "sortOrder": comparisons.append { sign * compare($0.sortOrder, $1.sortOrder) }
            case "name": comparisons.append { sign * compare($0.name.lowercased(), $1.name.lowercased()) }
            case "parentId":
                comparisons.append { sign * compare($0.parent?.description ?? "", $1.parent?.description ?? "") }
            case let property?: throw MethodError.unsupportedSort("nothing is sorted by \(property)")
            case nil: throw MethodError.invalidArguments("a comparator has a property")
            }
        }
        comparisons.append { compare($0.stream, $1.stream) }
        return { left, right in
            comparisons.lazy.map { $0(left, right) }.first { $0 != 0 }.map { $0 < 0 } ?? false
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : right < left ? 1 : 0
    }

    /// Each mailbox behind the one above it.
    private static func tree(_ rows: [FolderRow]) -> [FolderRow] {
        let listed = Set(rows.map(\.id))
        let children = Dictionary(grouping: rows) { $0.parent.flatMap { listed.contains($0) ? $0 : nil } }
        var ordered: [FolderRow] = []
        var pending = Array((children[nil] ?? []).reversed())
        while let row = pending.popLast() {
            ordered.append(row)
            pending += (children[row.id] ?? []).reversed()
        }
        return ordered
    }
}
