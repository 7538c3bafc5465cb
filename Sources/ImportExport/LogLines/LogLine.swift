internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding

/// A line of an exported log, as `Docs/Events.md` describes it.
enum LogLine {
    /// The first line: which log it is, and where the lines begin.
    struct Start: Codable, Equatable {
        var kind = Kind.ledger
        /// The version of the lines, not of the log.
        var version = LogLine.version
        var ledger: LedgerID
        var origin: String
        var format: Int
        var createdAt: Timestamp
        /// The key that signed its checkpoints at first.
        var verifier: String?
        /// The program that wrote the lines.
        var program: String
        /// The position behind which they begin, and the root over all before it.
        var after: Position
        var root: SHA256Digest
        /// The transactions up to there whose header is blank; nil if the lines begin with the first event.
        var erasedHeaders: [Int64]?
        /// Whether the contents that events name are among the lines; nil if they are not, or an older program wrote them.
        var hasContents: Bool?

        enum CodingKeys: String, CodingKey {
            case kind, version, ledger, origin, format
            case createdAt = "created_at"
            case verifier, program, after, root
            case erasedHeaders = "erased_headers"
            case hasContents = "has_contents"
        }
    }

    /// A piece of a content that the event behind it names.
    struct Content: Codable, Equatable {
        var kind = Kind.content
        var digest: SHA256Digest
        /// All its bytes, and how many of them are in the pieces before this one.
        var size: Int64
        var offset: Int64
        /// BASE64.
        var bytes: String
    }

    /// A checkpoint of the ledger in its signed form.
    struct Checkpoint: Codable, Equatable {
        var kind = Kind.checkpoint
        var note: String
    }

    /// The last line: where the log ends, and the root over all of it.
    struct End: Codable, Equatable {
        var kind = Kind.end
        var position: Position
        var transaction: Int64
        var root: SHA256Digest
        /// The contents that events name and the ledger did not have whole.
        var leftOut: [SHA256Digest]?

        enum CodingKeys: String, CodingKey {
            case kind, position, transaction, root
            case leftOut = "left_out"
        }
    }

    enum Kind: String, Codable {
        case ledger, transaction, event, content, checkpoint, end
    }

    case start(Start)
    case item(LogItem)
    case content(Content)
    case checkpoint(Checkpoint)
    case end(End)

    static let version = 1
    /// The number of a content's bytes in a line; four digits represent three of them.
    static let pieceSize = 768 << 10
}

extension LogLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind
    }

    init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .kind) {
        case .ledger: self = .start(try Start(from: decoder))
        case .transaction: self = .item(.transaction(try TransactionLine(from: decoder).stored()))
        case .event:
            let line = try EventLine(from: decoder)
            self = .item(.event(try line.stored(), leaf: line.leaf))
        case .content: self = .content(try Content(from: decoder))
        case .checkpoint: self = .checkpoint(try Checkpoint(from: decoder))
        case .end: self = .end(try End(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .start(let start): try start.encode(to: encoder)
        case .item(.transaction(let transaction)): try TransactionLine(transaction).encode(to: encoder)
        case .item(.event(let event, let leaf)): try EventLine(event, leaf: leaf).encode(to: encoder)
        case .content(let content): try content.encode(to: encoder)
        case .checkpoint(let checkpoint): try checkpoint.encode(to: encoder)
        case .end(let end): try end.encode(to: encoder)
        }
    }
}

/// A transaction in a line; the header is the text that its digest is of.
private struct TransactionLine: Codable {
    var kind = LogLine.Kind.transaction
    let number: Int64
    let firstPosition: Position
    let eventCount: Int
    let operation: OperationID
    let recordedAt: Timestamp
    let header: String?
    let salt: String?
    let digest: SHA256Digest
    let idempotency: SHA256Digest?

    enum CodingKeys: String, CodingKey {
        case kind, number
        case firstPosition = "first_position"
        case eventCount = "event_count"
        case operation
        case recordedAt = "recorded_at"
        case header, salt, digest, idempotency
    }

    init(_ transaction: StoredTransaction) throws {
        number = transaction.number
        firstPosition = transaction.firstPosition
        eventCount = transaction.eventCount
        operation = transaction.operation
        recordedAt = transaction.recordedAt
        header = try transaction.header.map { try text(of: $0, at: transaction.firstPosition) }
        salt = transaction.salt?.hex
        digest = transaction.digest
        idempotency = transaction.idempotency
    }

    func stored() throws -> StoredTransaction {
        guard eventCount > 0, firstPosition > .start, eventCount <= Int64.max - firstPosition.rawValue else {
            throw UnfitLine("a transaction has one event or more")
        }
        return StoredTransaction(
            number: number, firstPosition: firstPosition, eventCount: eventCount, operation: operation,
            recordedAt: recordedAt, header: header.map { Array($0.utf8) }, salt: try bytes(ofSalt: salt),
            digest: digest, idempotency: idempotency)
    }
}

/// An event in a line; the payload is the text that its digest is of, whatever the version of its shape.
private struct EventLine: Codable {
    var kind = LogLine.Kind.event
    let position: Position
    let stream: Int64
    let version: Int
    let type: String
    let schema: Int
    let transaction: Int64
    let account: Int64
    let payload: String?
    let salt: String?
    let digest: SHA256Digest
    let leaf: SHA256Digest

    init(_ event: StoredEvent, leaf: SHA256Digest) throws {
        position = event.position
        stream = event.stream.rawValue
        version = event.version
        type = event.type.name
        schema = event.type.schema
        transaction = event.transaction
        account = event.account.rawValue
        payload = try event.payload.map { try text(of: $0, at: event.position) }
        salt = event.salt?.hex
        digest = event.digest
        self.leaf = leaf
    }

    func stored() throws -> StoredEvent {
        StoredEvent(
            position: position, stream: StreamID(stream), version: version, type: EventType(type, schema: schema),
            transaction: transaction, account: StreamID(account), payload: payload.map { Array($0.utf8) },
            salt: try bytes(ofSalt: salt), digest: digest)
    }
}

/// The fault of a line that is JSON.
struct UnfitLine: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// The text is JSON that this program wrote: bytes that are not UTF-8 come from elsewhere.
private func text(of bytes: [UInt8], at position: Position) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
        throw LogFault(position: position, reason: "what is stored is no UTF-8")
    }
    return text
}

private func bytes(ofSalt hex: String?) throws -> [UInt8]? {
    guard let hex else { return nil }
    guard let bytes = [UInt8](hex: hex) else { throw UnfitLine("a salt is hexadecimal digits") }
    return bytes
}
