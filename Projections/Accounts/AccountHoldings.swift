public import EventLog
internal import Mail
internal import SQLiteDatabase

/// The things that disappear from lists with an account, or lose their place.
public struct AccountHoldings: Sendable, Hashable {
    public let folders: Int
    public let messages: Int
    public let conversations: Int
    /// The number of messages with claims.
    public let claims: Int
    /// The number of notes that lose their notebook, or something they are attached to.
    public let notes: Int
    /// The number of actions that lose the message they are attached to.
    public let actions: Int
}

extension AccountsQuery {
    /// Counts the things of a live account.
    ///
    /// - Complexity: O(its things), and O(all notes and actions).
    public func holdings(of account: StreamID) throws -> AccountHoldings {
        let own: SQL = "account = \(bind: account.rawValue)"
        let message: SQL = "SELECT uuid FROM message WHERE \(own) AND is_live"
        func count(_ rows: SQL) throws -> Int {
            try connection.first("SELECT count(*) FROM \(rows)") { try $0.next() } ?? 0
        }
        return try AccountHoldings(
            folders: count("folder WHERE \(own) AND ended IS NULL"),
            messages: count("message WHERE \(own) AND is_live"),
            conversations: count("conversation WHERE \(own) AND ended IS NULL"),
            claims: count(
                "classification JOIN message ON message.id = classification.message WHERE message.\(own) AND message.is_live"
            ),
            notes: count(
                """
                note WHERE ended IS NULL AND (folder IN (SELECT uuid FROM folder WHERE \(own) AND ended IS NULL)
                    OR EXISTS (SELECT 1 FROM note_link WHERE note_link.note = note.id AND note_link.message IN (\(message))))
                """),
            actions: count("action WHERE is_live AND message IN (\(message))"))
    }
}
