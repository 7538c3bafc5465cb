public import CivilTime
internal import JSONCoding

/// Who made a transaction, by which command and when, as projections take it in.
public struct TransactionOrigin: Sendable {
    public let number: Int64
    public let firstPosition: Position
    public let lastPosition: Position
    public let recordedAt: Timestamp
    /// Nil where its header is erased, as ``command`` is.
    public let actor: String?
    public let command: String?
    /// Whether no transaction before it is of the same operation.
    public let beginsOperation: Bool

    init(of transaction: StoredTransaction, in store: any LogReading) throws {
        number = transaction.number
        firstPosition = transaction.firstPosition
        lastPosition = transaction.lastPosition
        recordedAt = transaction.recordedAt
        let header = try transaction.header.map { try JSONBytesDecoder().decode(Header.self, from: $0) }
        actor = header?.actor
        command = header?.command
        beginsOperation = try store.beginsOperation(transaction)
    }

    /// What is read of a header.
    private struct Header: Decodable {
        let actor: String
        let command: String
    }
}
