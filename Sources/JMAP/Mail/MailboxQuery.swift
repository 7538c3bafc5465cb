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
        let ids = try Self.ids(call, arguments, account, reader)
        var answer: JSONObject = [
            "accountId": .string(JMAPID.text(of: account.id)),
            "queryState": .string(try JMAPState.current(Entity.folder, account, reader).text),
            "canCalculateChanges": true,
        ]
        let window = try QueryWindow(call, arguments)
        try window.write(ids, total: ids.count, into: &answer, most: call.limits.objectsInGet)
        return answer
    }

    /// `Mailbox/queryChanges` (RFC 8621 section 2.4): each mailbox that changed is removed, and added where it stands now.
    @Sendable static func changes(_ call: MethodCall, _ reader: LedgerReader) throws -> JSONObject {
        let arguments = try call.arguments(
            "filter", "sort", "sinceQueryState", "maxChanges", "upToId", "calculateTotal", "sortAsTree", "filterAsTree")
        let account = try call.account(arguments, reader)
        let ids = try Self.ids(call, arguments, account, reader)
        let changes = try QueryChanges(call, arguments, account, reader)
        // In a tree a mailbox stands where those above it do.
        let isTree = try arguments.bool("sortAsTree") || arguments.bool("filterAsTree")
        let touched = try AccountChangesQuery(on: reader.connection, account: account.stream)
            .touchedMailboxes(since: changes.since, all: isTree)
        let names = Set(touched.map { JMAPID.text(of: $0.id) })
        return try changes.json(
            removed: touched.filter { $0.isKnown }.map { JMAPID.text(of: $0.id) },
            added: ids.enumerated().filter { names.contains($0.element) }.map { (id: $0.element, index: $0.offset) },
            total: changes.calculatesTotal ? ids.count : nil, .current(Entity.folder, account, reader))
    }

    /// All that the filter takes, in order.
    private static func ids(
        _ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader
    ) throws -> [String] {
        let all = try MailboxMethods.mailboxes(of: account, reader)
        var filter = MailboxFilter(call)
        let takes = try filter.condition(arguments.object("filter") ?? [:])
        var matching = Set(all.filter(takes).map(\.id))
        if try arguments.bool("filterAsTree") { matching = Self.withTheirParents(all, matching) }
        var rows = try all.sorted(by: Self.order(arguments.comparators()))
        if try arguments.bool("sortAsTree") { rows = Self.tree(rows) }
        return rows.filter { matching.contains($0.id) }.map { JMAPID.text(of: $0.id) }
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
            try values.requireKnownCollation()
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
