internal import JSONCoding

/// Why one object of a `/set` was not changed (RFC 8620 section 5.3).
struct SetError: Error, Hashable, Encodable {
    let type: String
    let description: String?
    let properties: [String]

    private init(_ type: String, _ description: String? = nil, properties: [String] = []) {
        self.type = type
        self.description = description
        self.properties = properties
    }

    static let notFound = SetError("notFound")
    static let willDestroy = SetError("willDestroy")
    static let mailboxHasChild = SetError("mailboxHasChild")
    static let mailboxHasEmail = SetError("mailboxHasEmail")

    static func forbidden(_ description: String) -> SetError { SetError("forbidden", description) }
    static func invalidPatch(_ description: String) -> SetError { SetError("invalidPatch", description) }
    static func invalidProperties(_ description: String, _ properties: [String]) -> SetError {
        SetError("invalidProperties", description, properties: properties)
    }

    var json: JSONValue {
        var object: JSONObject = ["type": .string(type)]
        if let description { object["description"] = .string(description) }
        if !properties.isEmpty { object["properties"] = .array(properties.map { .string($0) }) }
        return .object(object)
    }
}
