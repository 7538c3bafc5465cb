internal import JSONCoding

/// The bounds of requests, as the session tells them to clients (RFC 8620 section 2).
package struct JMAPLimits: Sendable {
    /// Bytes of a request.
    package var request = 10_000_000
    /// Requests at once.
    package var concurrentRequests = 8
    /// Method calls of a request.
    package var calls = 32
    /// Ids that a `/get` takes.
    package var objectsInGet = 1_000
    /// Objects that a `/set` takes.
    package var objectsInSet = 1_000
    /// Bytes of what references and messages bring into the answers of a request, about.
    package var answer = 32 << 20
    /// Levels of JSON in a request.
    package var depth = 64

    /// Seconds that the calls of a request may take together.
    package var seconds: Int64 = 30
    /// Properties of one `/get`, and those of the parts of its messages.
    package var properties = 200
    /// Arguments of a call, and ids in one list of a filter.
    package var members = 1_000

    /// Rows of the table of changes, whatever they are about, that a `/changes` looks at.
    package var changes = 200_000

    package init() {}

    var json: JSONObject {
        [
            // Nothing can be uploaded yet.
            "maxSizeUpload": 0, "maxConcurrentUpload": 1, "maxSizeRequest": .integer(Int64(request)),
            "maxConcurrentRequests": .integer(Int64(concurrentRequests)), "maxCallsInRequest": .integer(Int64(calls)),
            "maxObjectsInGet": .integer(Int64(objectsInGet)), "maxObjectsInSet": .integer(Int64(objectsInSet)),
            "collationAlgorithms": ["i;ascii-casemap", "i;unicode-casemap"],
        ]
    }
}
