public import Assist
public import EventLog
public import SQLiteDatabase

/// The claims about a message, and its ids in a memory outside of the ledger.
public struct ClassificationRow: Sendable, Hashable {
    public let classification: Classification
    public let memory: MemoryReference
}

extension ClassificationRow {
    fileprivate static let columns: SQL = """
        category, category_confidence, category_by, sentiment, intensity, sentiment_by, opportunity_score,
        opportunity_score_by, answer, answer_confidence, answer_by, reply_draft, reply_draft_by, memory,
        memory_conversation
        """

    fileprivate init(from row: inout RowReader) throws {
        var claims = Classification()
        claims.category = try row.nextClaim(RatedClaim.init(_:confidence:by:))
        claims.sentiment = try row.nextClaim(SentimentClaim.init(_:intensity:by:))
        claims.opportunityScore = try row.nextClaim(Claim.init(_:by:))
        claims.answer = try row.nextClaim(RatedClaim.init(_:confidence:by:))
        claims.replyDraft = try row.nextClaim(Claim.init(_:by:))
        try self.init(
            classification: claims, memory: MemoryReference(memory: row.next(), conversation: row.next()))
    }
}

extension RowReader {
    /// Reads a claim and its source; nil if the first column is NULL.
    fileprivate mutating func nextClaim<Value: ColumnReadable, Made>(
        _ make: (Value, String) -> Made
    ) throws -> Made? {
        let (value, claimant) = try (next(Value?.self), next(String.self))
        return value.map { make($0, claimant) }
    }

    /// The same with something more about the value.
    fileprivate mutating func nextClaim<Value: ColumnReadable, Detail: ColumnReadable, Made>(
        _ make: (Value, Detail?, String) -> Made
    ) throws -> Made? {
        let (value, detail, claimant) = try (next(Value?.self), next(Detail?.self), next(String.self))
        return value.map { make($0, detail, claimant) }
    }
}

/// Queries for the claims about messages.
public struct ClassificationsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the claims about the message with this stream, deleted or not; nil if there are none.
    public func classification(of message: StreamID) throws -> ClassificationRow? {
        try connection.first(
            "SELECT \(ClassificationRow.columns) FROM classification WHERE message = \(bind: message.rawValue)",
            row: ClassificationRow.init(from:))
    }
}
