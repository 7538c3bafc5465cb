internal import JSONCoding
internal import Projections

/// The answer of a `/get` (RFC 8620 section 5.1).
struct GetAnswer {
    private var list: [JSONValue] = []
    private var notFound: [JSONValue] = []

    /// Reads the ids that are asked for; nil for all.
    static func ids(_ call: MethodCall, _ arguments: Arguments) throws(MethodError) -> [String]? {
        guard let ids = try arguments.strings("ids") else { return nil }
        guard ids.count <= call.limits.objectsInGet else { throw .requestTooLarge }
        // One that is asked for twice is there once.
        var seen: Set<String> = []
        return ids.map(call.resolved).filter { seen.insert($0).inserted }
    }

    /// Reads the properties that are asked for, the id among them.
    static func properties(
        _ call: MethodCall, _ arguments: Arguments, key: String = "properties", of all: [String],
        by default: [String]? = nil,
        also isKnown: (String) -> Bool = { _ in false }
    ) throws(MethodError) -> [String] {
        guard let asked = try arguments.strings(key) else { return `default` ?? all }
        guard asked.count <= call.limits.properties else {
            throw .invalidArguments("\(key) are at most \(call.limits.properties)")
        }
        for name in asked where !all.contains(name) && !isKnown(name) {
            throw .invalidArguments("there is no property \(name)")
        }
        var seen: Set<String> = []
        return asked.filter { seen.insert($0).inserted }
    }

    mutating func add(_ object: JSONObject) { list.append(.object(object)) }

    /// Adds an object that is not charged yet.
    mutating func add(_ object: JSONObject, _ budget: AnswerBudget) throws(MethodError) {
        try budget.take(.object(object))
        add(object)
    }

    mutating func miss(_ id: String) { notFound.append(.string(id)) }

    func json(_ account: AccountRow, _ state: JMAPState) -> JSONObject {
        [
            "accountId": .string(JMAPID.text(of: account.id)), "state": .string(state.text), "list": .array(list),
            "notFound": .array(notFound),
        ]
    }
}
