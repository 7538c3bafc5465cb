public import EventLog
public import SQLiteDatabase

/// The counts of an account.
public struct AccountCount: Sendable, Hashable {
    public let account: StreamID
    public let total: Int
    public let unread: Int
}

/// Asks for counts; those of folders come with the folders.
public struct UnreadQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns the counts of every live account that has messages.
    public func accounts() throws -> [AccountCount] {
        try connection.rows(
            """
            SELECT account_count.account, total, unread FROM account_count JOIN account ON account.id = account_count.account
            WHERE account.ended IS NULL ORDER BY account.address
            """
        ) { try AccountCount(account: $0.next(), total: $0.next(), unread: $0.next()) }
    }
}
