internal import JSONCoding
internal import Mail
internal import Projections

/// The filter of a `Mailbox/query` (RFC 8621 section 2.3), read as a whole before a mailbox is looked at.
struct MailboxFilter {
    typealias Condition = (FolderRow) -> Bool

    private let call: MethodCall
    private var count = 0

    init(_ call: MethodCall) {
        self.call = call
    }

    /// Reads a filter.
    ///
    /// - Throws: ``MethodError`` for one that is wrong anywhere, whatever mailboxes there are.
    mutating func condition(_ filter: JSONObject) throws(MethodError) -> Condition {
        count += 1
        guard count <= Arguments.mostConditions else { throw .unsupportedFilter("the filter has too many conditions") }
        guard filter["operator"] != nil else { return try all(filter) }
        let values = try Arguments(filter, known: ["operator", "conditions"])
        guard let parts = try values.objects("conditions") else {
            throw .invalidArguments("a filter with an operator has conditions")
        }
        var conditions: [Condition] = []
        for part in parts { conditions.append(try condition(part)) }
        let all = conditions
        switch try values.string("operator") {
        case "AND": return { row in all.allSatisfy { $0(row) } }
        case "OR": return { row in all.contains { $0(row) } }
        case "NOT": return { row in !all.contains { $0(row) } }
        default: throw .invalidArguments("an operator is AND, OR or NOT")
        }
    }

    /// All properties of one condition hold.
    private func all(_ filter: JSONObject) throws(MethodError) -> Condition {
        let values = try Arguments(filter, known: ["parentId", "name", "role", "hasAnyRole", "isSubscribed"])
        try values.requireValues(butOf: ["parentId", "role"])
        var conditions: [Condition] = []
        if values.has("parentId") {
            let parent = try values.string("parentId").map(call.resolved)
            conditions.append { parent == $0.parent.map { JMAPID.text(of: $0) } }
        }
        if values.has("role") {
            let role = try values.string("role")
            conditions.append { role == MailboxMethods.role(of: $0) }
        }
        if let name = try values.string("name")?.lowercased() {
            conditions.append { $0.name.lowercased().contains(name) }
        }
        if values.has("hasAnyRole") {
            let hasRole = try values.bool("hasAnyRole")
            conditions.append { hasRole == (MailboxMethods.role(of: $0) != nil) }
        }
        if values.has("isSubscribed") {
            let isSubscribed = try values.bool("isSubscribed")
            conditions.append { isSubscribed == ($0.settings.visibility != .hide) }
        }
        let all = conditions
        return { row in all.allSatisfy { $0(row) } }
    }
}
