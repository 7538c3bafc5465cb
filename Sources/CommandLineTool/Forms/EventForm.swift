internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding

/// An event as it is stored.
struct EventForm: Encodable {
    let position: Int64
    let time: String
    let type: String
    let schema: Int
    let stream: Int64
    let version: Int
    let account: Int64
    let transaction: Int64
    let operation: String
    let payload: JSONValue?
    let salt: String?
    let digest: String
    let header: JSONValue?

    /// - Parameter log: The log that it is of.
    init(_ event: StoredEvent, _ transaction: StoredTransaction, of log: any LogReading) throws {
        position = event.position.rawValue
        time = transaction.recordedAt.iso8601
        type = event.type.name
        schema = event.type.schema
        stream = event.stream.rawValue
        version = event.version
        account = event.account.rawValue
        self.transaction = event.transaction
        operation = transaction.operation.description
        payload = try log.payload(of: event)
        salt = event.salt?.hex
        digest = event.digest.hex
        header = try transaction.openHeader(as: JSONValue.self)
    }
}
