public import SQLiteDatabase

/// An author, and how many live messages are theirs.
public struct SenderRow: Sendable, Hashable {
    public let address: String
    public let messages: Int
}

/// Asks who writes most.
public struct SendersQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the authors with the most messages; of those with as many, the first by the alphabet.
    public func most(limit: Int) throws -> [SenderRow] {
        try connection.rows(
            """
            SELECT sent.address, count(*) FROM senders.sent AS sent JOIN message ON message.id = sent.message
            JOIN account ON account.id = message.account
            WHERE message.is_live AND account.ended IS NULL
            GROUP BY sent.address ORDER BY count(*) DESC, sent.address LIMIT \(bind: limit)
            """
        ) { try SenderRow(address: $0.next(), messages: $0.next()) }
    }
}
