public import EventLog
internal import Mail
internal import SQLite

/// What goes out of lists with an account, and what loses its place there.
public struct AccountHoldings: Sendable, Hashable {
    public let folders: Int
    public let messages: Int
    public let conversations: Int
    /// How many of the messages have claims.
    public let claims: Int
    /// How many notes lose their notebook, or something that they are on.
    public let notes: Int
    /// How many actions lose the message that they hang off.
    public let actions: Int
}

extension AccountsQuery {
    /// Counts what a live account holds.
    ///
    /// - Complexity: O(what it holds), and O(all notes and actions).
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
