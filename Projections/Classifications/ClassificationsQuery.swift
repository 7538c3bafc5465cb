public import Assist
public import EventLog
public import SQLite

/// What is claimed of a message, and by what a memory outside of the ledger knows it.
public struct ClassificationRow: Sendable, Hashable {
    public let classification: Classification
    public let memory: MemoryReference
}

/// Asks for what is claimed of messages.
public struct ClassificationsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns what is claimed of the message with this stream, deleted or not; nil where nothing is.
    public func classification(of message: StreamID) throws -> ClassificationRow? {
        try connection.first(
            """
            SELECT category, category_confidence, category_by, sentiment, intensity, sentiment_by, opportunity_score,
                opportunity_score_by, answer, answer_confidence, answer_by, reply_draft, reply_draft_by, memory,
                memory_conversation
            FROM classification WHERE message = \(bind: message.rawValue)
            """
        ) { row in
            var claims = Classification()
            claims.category = row.optionalText(0).flatMap(MessageCategory.init(rawValue:)).map {
                RatedClaim($0, confidence: row.isNull(1) ? nil : row.real(1), by: row.text(2))
            }
            claims.sentiment = row.optionalText(3).flatMap(Sentiment.init(rawValue:)).map {
                SentimentClaim(
                    $0, intensity: row.optionalText(4).flatMap(SentimentIntensity.init(rawValue:)), by: row.text(5))
            }
            claims.opportunityScore = row.optionalInteger(6).map { Claim(Int($0), by: row.text(7)) }
            claims.answer = try row.optionalBlob(8).map {
                RatedClaim(
                    try AnswerID(blob: $0), confidence: row.isNull(9) ? nil : row.real(9), by: row.text(10))
            }
            claims.replyDraft = row.optionalText(11).map { Claim($0, by: row.text(12)) }
            return ClassificationRow(
                classification: claims,
                memory: MemoryReference(memory: row.optionalText(13), conversation: row.optionalText(14)))
        }
    }
}
