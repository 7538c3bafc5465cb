internal import JSONCoding
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The sort of an `Email/query` (RFC 8621 section 4.4.2).
struct EmailSort {
    /// The properties by which emails are sorted, as the session names them.
    static let properties = [
        "receivedAt", "sentAt", "size", "from", "to", "subject", "hasKeyword", "allInThreadHaveKeyword",
        "someInThreadHaveKeyword",
    ]

    let sql: SQL
    private(set) var dependence = AccountChangesQuery.Dependence.presence

    init(_ comparators: [JSONObject], on connection: Connection) throws {
        var keys: [SQL] = []
        var isFirstAscending = false
        for comparator in comparators {
            let values = try Arguments(comparator, known: ["property", "isAscending", "collation", "keyword"])
            let isAscending = values["isAscending"] == nil ? true : try values.bool("isAscending")
            try values.requireKnownCollation()
            if keys.isEmpty { isFirstAscending = isAscending }
            let order = try Self.order(values)
            switch order {
            case .threadKeyword: dependence = .thread
            case .from, .to, .subject: try EmailOrder.addFunctions(to: connection)
            case .keyword where dependence == .presence: dependence = .message
            default: break
            }
            keys.append(order.sql(isAscending: isAscending))
        }
        // The latest first where nothing is asked for.
        if keys.isEmpty { keys.append(EmailOrder.receivedAt.sql(isAscending: false)) }
        keys.append(EmailOrder.recording(isAscending: isFirstAscending))
        sql = keys.joined(separator: ", ")
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
        case "from": return .from
        case "to": return .to
        case "subject": return .subject
        case "hasKeyword": return .keyword(try keyword())
        case "allInThreadHaveKeyword": return .threadKeyword(try keyword(), inAll: true)
        case "someInThreadHaveKeyword": return .threadKeyword(try keyword(), inAll: false)
        case let property?: throw MethodError.unsupportedSort("nothing is sorted by \(property)")
        case nil: throw MethodError.invalidArguments("a comparator has a property")
        }
    }
}

extension Arguments {
    /// Refuses a comparator whose collation is not among those that the session names (RFC 8620 section 5.5).
    func requireKnownCollation() throws {
        guard let collation = try string("collation"), !JMAPLimits.collations.contains(collation) else { return }
        throw MethodError.unsupportedSort("there is no collation \(collation)")
    }
}
