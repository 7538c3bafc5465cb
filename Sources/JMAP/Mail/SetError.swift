internal import JSONCoding

/// Why one object of a `/set` was not changed (RFC 8620 section 5.3).
struct SetError: Error, Hashable, Encodable {
    let type: String
    let description: String?
    let properties: [String]
    /// The email or mailbox that is there already.
    let existingID: String?
    /// The blobs that are not there.
    let notFound: [String]

    private init(
        _ type: String, _ description: String? = nil, properties: [String] = [], existingID: String? = nil,
        notFound: [String] = []
    ) {
        self.notFound = notFound
        self.type = type
        self.description = description
        self.properties = properties
        self.existingID = existingID
    }

    static let notFound = SetError("notFound")
    static let willDestroy = SetError("willDestroy")
    static let mailboxHasChild = SetError("mailboxHasChild")
    static let mailboxHasEmail = SetError("mailboxHasEmail")

    static let invalidEmail = SetError("invalidEmail", "the blob does not begin with a header field")

    static func blobNotFound(_ ids: [String]) -> SetError { SetError("blobNotFound", notFound: ids) }
    static func tooLarge(_ description: String) -> SetError { SetError("tooLarge", description) }
    static func alreadyExists(_ id: String) -> SetError { SetError("alreadyExists", existingID: id) }
    static func forbidden(_ description: String) -> SetError { SetError("forbidden", description) }
    static func invalidPatch(_ description: String) -> SetError { SetError("invalidPatch", description) }
    /// Properties that are missing, unknown or of another type; the type of the error says that.
    static func invalidProperties(_ properties: [String]) -> SetError {
        SetError("invalidProperties", properties: properties)
    }
    static func invalidProperties(_ description: String, _ properties: [String]) -> SetError {
        SetError("invalidProperties", description, properties: properties)
    }

    var json: JSONValue {
        var object: JSONObject = ["type": .string(type)]
        if let description { object["description"] = .string(description) }
        if !properties.isEmpty { object["properties"] = .array(properties.map { .string($0) }) }
        if !notFound.isEmpty { object["notFound"] = .array(notFound.map { .string($0) }) }
        if let existingID { object["existingId"] = .string(existingID) }
        return .object(object)
    }
}
