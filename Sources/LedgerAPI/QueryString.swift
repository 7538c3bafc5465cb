internal import JSONCoding
internal import WireModels

/// The parameters of a query as they stand behind the `?` of a path.
struct QueryString {
    private var parameters = JSONObject()
    private var moment: String?

    /// The parameters that are numbers; all others are texts.
    private static let numbers: Set<String> = ["steps"]

    /// - Throws: ``APIFailure`` where a parameter is there twice, or is no number where it has to be one.
    init(_ query: [(name: String, value: String)]) throws {
        for (name, value) in query {
            if name == "at" {
                guard moment == nil else { throw Self.twice(name) }
                moment = value
                continue
            }
            guard parameters[name] == nil else { throw Self.twice(name) }
            if Self.numbers.contains(name) {
                guard let number = Int64(value) else {
                    throw APIFailure(.invalidInput, "\(name) is a number", details: ["field": name])
                }
                parameters[name] = .integer(number)
            } else {
                parameters[name] = .string(value)
            }
        }
    }

    /// The body that asks the same.
    func body(of name: String) throws -> [UInt8] {
        var body = JSONObject()
        body["query"] = .string(name)
        body["parameters"] = .object(parameters)
        if let moment { body["at"] = .string(moment) }
        return try JSONBytesEncoder().encode(JSONValue.object(body))
    }

    private static func twice(_ name: String) -> APIFailure {
        APIFailure(.invalidInput, "a parameter is there twice", details: ["field": String(name.prefix(40))])
    }
}
