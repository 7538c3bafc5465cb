internal import CivilTime
internal import EventLog
internal import Hashing
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

    init(_ event: StoredEvent, _ transaction: StoredTransaction) throws {
        position = event.position.rawValue
        time = transaction.recordedAt.iso8601
        type = event.type.name
        schema = event.type.schema
        stream = event.stream.rawValue
        version = event.version
        account = event.account.rawValue
        self.transaction = event.transaction
        operation = transaction.operation.description
        payload = try event.payload.map { try JSONBytesDecoder().decode(JSONValue.self, from: $0) }
        salt = event.salt?.hex
        digest = event.digest.hex
        header = try transaction.header.map { try JSONBytesDecoder().decode(JSONValue.self, from: $0) }
    }

    enum CodingKeys: CodingKey {
        case position, time, type, schema, stream, version, account, transaction, operation, payload, salt, digest,
            header
    }

    // What was erased is null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position, forKey: .position)
        try container.encode(time, forKey: .time)
        try container.encode(type, forKey: .type)
        try container.encode(schema, forKey: .schema)
        try container.encode(stream, forKey: .stream)
        try container.encode(version, forKey: .version)
        try container.encode(account, forKey: .account)
        try container.encode(transaction, forKey: .transaction)
        try container.encode(operation, forKey: .operation)
        try container.encode(payload, forKey: .payload)
        try container.encode(salt, forKey: .salt)
        try container.encode(digest, forKey: .digest)
        try container.encode(header, forKey: .header)
    }
}
