public import EventLog
internal import Mail
public import SQLiteDatabase

/// Queries for new mail: unread messages that somebody wants to hear about.
public struct ArrivalsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Lends the unread messages behind a position, in the order of recording; the closure returns false to stop early.
    ///
    /// It leaves out messages that an account of the ledger wrote itself, those in spam or trash only, and those of a
    /// muted thread.
    /// - Complexity: O(the messages behind the position).
    public func forEach(after position: Position, _ body: (MessageRow) throws -> Bool) throws {
        let streams = try connection.rows(
            """
            SELECT message.id FROM message CROSS JOIN account ON account.id = message.account
            WHERE message.id > \(bind: position.rawValue) AND message.is_live AND account.ended IS NULL AND message.is_unread
                AND ifnull(message.from_address, '') COLLATE NOCASE NOT IN
                    (SELECT own.address FROM account AS own WHERE own.ended IS NULL)
                AND EXISTS (SELECT 1 FROM copy JOIN folder ON folder.id = copy.folder WHERE copy.message = message.id
                    AND copy.is_live AND ifnull(folder.role, '') NOT IN ('spam', 'trash'))
                AND NOT EXISTS (SELECT 1 FROM thread_member JOIN thread ON thread.id = thread_member.thread
                    WHERE thread_member.message = message.id AND thread.is_muted)
            ORDER BY message.id
            """
        ) { try $0.next(StreamID.self) }
        for stream in streams {
            guard let row = try MessagesQuery(on: connection).message(stream) else { continue }
            guard try body(row) else { return }
        }
    }
}
