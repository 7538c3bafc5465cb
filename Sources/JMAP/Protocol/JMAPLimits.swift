internal import JSONCoding
internal import MailLedger

/// The bounds of requests, as the session tells them to clients (RFC 8620 section 2).
package struct JMAPLimits: Sendable {
    /// Bytes of a request.
    package var request = 10_000_000
    /// Requests at once.
    package var concurrentRequests = 8
    /// Bytes of an upload.
    package var upload = BlobUploads.longest
    /// Uploads at once.
    package var concurrentUploads = 4
    /// Bytes of the messages that one call brings in.
    package var arriving = 64 << 20
    /// Bytes of the blobs that become parts of one new email.
    package var attachments = 25_000_000
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

    /// The names by which a sort may ask for an order of texts (RFC 4790); all texts have one order.
    static let collations = ["i;ascii-casemap", "i;unicode-casemap"]

    package init() {}

    var json: JSONObject {
        [
            "maxSizeUpload": .integer(Int64(upload)), "maxConcurrentUpload": .integer(Int64(concurrentUploads)),
            "maxSizeRequest": .integer(Int64(request)),
            "maxConcurrentRequests": .integer(Int64(concurrentRequests)), "maxCallsInRequest": .integer(Int64(calls)),
            "maxObjectsInGet": .integer(Int64(objectsInGet)), "maxObjectsInSet": .integer(Int64(objectsInSet)),
            "collationAlgorithms": .array(Self.collations.map { .string($0) }),
        ]
    }
}
