internal import JSONCoding

/// An argument that is taken from an answer before it in the same request (RFC 8620 section 3.7).
struct ResultReference {
    private let callID: String
    private let name: String
    private let path: [String]

    /// No more values than this are taken.
    private static let limit = 100_000

    private init(_ json: JSONValue) throws(MethodError) {
        guard case .object(let object) = json, case .string(let callID)? = object["resultOf"],
            case .string(let name)? = object["name"], case .string(let path)? = object["path"]
        else { throw .invalidArguments("a result reference has resultOf, name and path") }
        guard path.utf8.first ?? UInt8(ascii: "/") == UInt8(ascii: "/"), let names = JSONPointer.names(path) else {
            throw .invalidResultReference
        }
        self.callID = callID
        self.name = name
        self.path = Array(names.dropFirst())
    }

    /// Returns arguments whose references are replaced by what they refer to.
    static func resolve(
        _ arguments: JSONObject, _ answers: [Invocation], _ limits: JMAPLimits, _ budget: AnswerBudget
    ) throws(MethodError) -> JSONObject {
        guard arguments.members.contains(where: { $0.key.utf8.first == UInt8(ascii: "#") }) else { return arguments }
        guard arguments.members.count <= limits.members else {
            throw .invalidArguments("a call has at most \(limits.members) arguments")
        }
        var resolved: [JSONObject.Member] = []
        for member in arguments.members {
            guard member.key.utf8.first == UInt8(ascii: "#") else {
                resolved.append(member)
                continue
            }
            // By bytes, as keys are compared.
            let key = String(decoding: member.key.utf8.dropFirst(), as: UTF8.self)
            guard arguments[key] == nil else {
                throw .invalidArguments("\(key) is given both by itself and by a reference")
            }
            let value = try ResultReference(member.value).value(in: answers)
            try budget.take(value)
            resolved.append(JSONObject.Member(key, value))
        }
        return JSONObject(unique: resolved)
    }

    private func value(in answers: [Invocation]) throws(MethodError) -> JSONValue {
        guard let answer = answers.first(where: { $0.callID == callID }), answer.name == name,
            let value = Self.follow(path[...], in: .object(answer.arguments))
        else { throw .invalidResultReference }
        if case .array(let values) = value, values.count > Self.limit { throw .invalidResultReference }
        return value
    }

    /// Follows a path (RFC 6901); `*` takes the rest of it from each element of a list.
    private static func follow(_ path: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let token = path.first else { return value }
        let rest = path.dropFirst()
        switch value {
        case .object(let object): return object[token].flatMap { follow(rest, in: $0) }
        case .array(let values) where token == "*":
            var found: [JSONValue] = []
            for value in values {
                guard let result = follow(rest, in: value) else { return nil }
                if case .array(let inner) = result { found += inner } else { found.append(result) }
                guard found.count <= limit else { return nil }
            }
            return .array(found)
        case .array(let values):
            let isIndex =
                token.utf8.allSatisfy { (0x30...0x39).contains($0) } && (token == "0" || !token.hasPrefix("0"))
            guard isIndex, let index = Int(token), index < values.count else { return nil }
            return follow(rest, in: values[index])
        default: return nil
        }
    }
}
