package import JSONCoding

/// An error of a request as a whole (RFC 8620 section 3.6.1), in the form of RFC 7807.
package struct JMAPProblem: Error, Hashable, Sendable {
    /// The end of its type, behind `urn:ietf:params:jmap:error:`.
    package let type: String
    package let detail: String
    /// The limit that it went beyond.
    package let limit: String?
    package let status: Int

    private init(_ type: String, _ detail: String, limit: String? = nil, status: Int = 400) {
        self.type = type
        self.detail = detail
        self.limit = limit
        self.status = status
    }

    package static let notJSON = JMAPProblem(
        "notJSON",
        "the body is no I-JSON of the type application/json: UTF-8, no key twice in an object, at most 64 levels deep")

    static func notRequest(_ detail: String) -> JMAPProblem { JMAPProblem("notRequest", detail) }

    static func unknownCapability(_ name: String) -> JMAPProblem {
        JMAPProblem("unknownCapability", "there is no capability \(name)")
    }

    /// - Parameter limit: The name that the session has for it.
    package static func beyond(_ limit: String, status: Int = 400) -> JMAPProblem {
        JMAPProblem("limit", "the request goes beyond \(limit)", limit: limit, status: status)
    }

    /// Its form in JSON.
    package var json: JSONValue {
        var object: JSONObject = [
            "type": .string("urn:ietf:params:jmap:error:" + type), "status": .integer(Int64(status)),
            "detail": .string(detail),
        ]
        if let limit { object["limit"] = .string(limit) }
        return .object(object)
    }
}
