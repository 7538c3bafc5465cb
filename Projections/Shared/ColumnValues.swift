public import Access
public import Assist
public import Chat
public import Domain
public import EventLog
internal import JSONCoding
public import Mail
public import Notes
public import Outbox
public import SQLiteDatabase

extension UniqueID: ColumnReadable {
    /// Reads its 16 bytes from the views.
    public init(column: Int, of row: borrowing Row) throws {
        guard let id = row.withBytes(column, { UniqueID(span: $0) }) else { throw row.malformed(column, Self.self) }
        self = id
    }
}

extension Identifier where Self: ColumnReadable {
    @inlinable
    public init(column: Int, of row: borrowing Row) throws {
        self.init(try UniqueID(column: column, of: row))
    }
}

extension AccountID: ColumnReadable {}
extension FolderID: ColumnReadable {}
extension MessageID: ColumnReadable {}
extension HoldID: ColumnReadable {}
extension ConversationID: ColumnReadable {}
extension NoteID: ColumnReadable {}
extension ActionID: ColumnReadable {}
extension AnswerID: ColumnReadable {}
extension ProfileID: ColumnReadable {}
extension TokenID: ColumnReadable {}

extension FolderKind: ColumnReadable {}
extension FolderRole: ColumnReadable {}
extension TransferStatus: ColumnReadable {}
extension DeliveryStatus: ColumnReadable {}
extension OutboxStatus: ColumnReadable {}
extension ActionKind: ColumnReadable {}
extension ActionStage: ColumnReadable {}
extension ActionUrgency: ColumnReadable {}
extension MessageCategory: ColumnReadable {}
extension Sentiment: ColumnReadable {}
extension SentimentIntensity: ColumnReadable {}
extension RowChange.Kind: ColumnReadable {}

extension Encodable {
    /// The text of a column of JSON, which ``SQLiteDatabase/RowReader/nextJSON(_:)`` reads.
    func columnJSON() throws -> String {
        String(decoding: try JSONBytesEncoder().encode(self), as: UTF8.self)
    }
}

extension RowReader {
    /// Reads the JSON of the next column.
    package mutating func nextJSON<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try nextBytes { try JSONBytesDecoder().decode(Value.self, from: copy $0) }
    }
}
