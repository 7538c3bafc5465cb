internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections

/// The answer to a client about an email that it made (RFC 8621 section 4.6).
struct ArrivedEmail: Encodable, Sendable {
    let id: String
    private let blobID: String
    private let threadID: String
    private let size: Int64

    init(_ row: EmailRow) {
        id = JMAPID.text(of: row.id)
        blobID = JMAPID.text(ofBlob: row.content)
        threadID = JMAPID.text(ofThread: row.thread)
        size = row.size
    }

    /// One that ended as soon as it had come.
    init(ended message: MessageID, _ placed: PlacedMessage) {
        id = JMAPID.text(of: EmailID(message, renewals: 0))
        blobID = JMAPID.text(ofBlob: placed.raw)
        threadID = JMAPID.text(ofThread: message)
        size = placed.size
    }

    var json: JSONValue {
        [
            "id": .string(id), "blobId": .string(blobID), "threadId": .string(threadID), "size": .integer(size),
        ]
    }
}
