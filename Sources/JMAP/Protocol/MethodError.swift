internal import JSONCoding

/// An error of one method call; the calls behind it go on (RFC 8620 section 3.6.2).
struct MethodError: Error, Hashable {
    let type: String
    let description: String?

    private init(_ type: String, _ description: String? = nil) {
        self.type = type
        self.description = description
    }

    static let serverFail = MethodError("serverFail", "the ledger could not answer; its owner can examine why")
    static let serverUnavailable = MethodError("serverUnavailable", "the ledger is in use or has no room; try again")
    static let tookTooLong = MethodError("serverUnavailable", "the request took too long and was stopped; ask for less")
    static let unknownMethod = MethodError("unknownMethod")
    static let invalidResultReference = MethodError("invalidResultReference")
    static let accountNotFound = MethodError("accountNotFound")
    static let fromAccountNotFound = MethodError("fromAccountNotFound")
    static let accountReadOnly = MethodError("accountReadOnly")
    static let requestTooLarge = MethodError("requestTooLarge")
    static let stateMismatch = MethodError("stateMismatch")
    static let cannotCalculateChanges = MethodError("cannotCalculateChanges")
    static let tooManyChanges = MethodError("tooManyChanges")
    static let anchorNotFound = MethodError("anchorNotFound")

    static func invalidArguments(_ description: String) -> MethodError {
        MethodError("invalidArguments", description)
    }

    static func forbidden(_ description: String) -> MethodError { MethodError("forbidden", description) }
    static func unsupportedFilter(_ description: String) -> MethodError {
        MethodError("unsupportedFilter", description)
    }
    static func unsupportedSort(_ description: String) -> MethodError { MethodError("unsupportedSort", description) }

    var json: JSONObject {
        var object: JSONObject = ["type": .string(type)]
        if let description { object["description"] = .string(description) }
        return object
    }
}
