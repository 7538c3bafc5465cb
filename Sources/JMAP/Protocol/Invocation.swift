internal import JSONCoding

/// A method call, or the answer to one: a name, arguments and the call's id (RFC 8620 section 3.2).
struct Invocation: Hashable, Sendable {
    var name: String
    var arguments: JSONObject
    let callID: String

    init(_ name: String, _ arguments: JSONObject, callID: String) {
        self.name = name
        self.arguments = arguments
        self.callID = callID
    }

    init?(_ json: JSONValue) {
        guard case .array(let parts) = json, parts.count == 3, case .string(let name) = parts[0],
            case .object(let arguments) = parts[1], case .string(let callID) = parts[2]
        else { return nil }
        self.init(name, arguments, callID: callID)
    }

    static func error(_ error: MethodError, callID: String) -> Invocation {
        Invocation("error", error.json, callID: callID)
    }

    var json: JSONValue { [.string(name), .object(arguments), .string(callID)] }
}
