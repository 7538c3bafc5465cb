package import EventLog
package import Mail
internal import SQLiteDatabase

/// A message of mail that may stand elsewhere in a list than it did, or not at all.
package struct TouchedEmail: Sendable, Hashable {
    package let stream: StreamID
    /// The id that a client knew it by; nil where it came in later.
    package let known: EmailID?
}

extension AccountChangesQuery {
    /// What of a message a list depends on.
    package enum Dependence: Sendable {
        /// That it is there: it lists what never changes.
        case presence
        /// What is said of the message itself.
        case message
        /// What is said of any message of its thread.
        case thread
    }

    /// Returns the messages that may stand elsewhere in a list than at a position, the earliest first.
    ///
    /// - Complexity: O(changes of the ledger since then, and the messages of the threads that they touched).
    package func touchedEmails(since position: Position, _ dependence: Dependence, limit: Int) throws -> [TouchedEmail]
    {
        try connection.rows(
            """
            SELECT message.id, message.uuid,
                (SELECT count(*) FROM email_renewal
                    WHERE email_renewal.message = message.id AND email_renewal.position <= \(bind: position.rawValue))
            FROM message WHERE message.id IN (\(messages(since: position, dependence)))
                AND message.account = \(bind: account.rawValue)
                AND NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)
            ORDER BY message.id LIMIT \(bind: limit)
            """
        ) {
            let stream = try $0.next(StreamID.self)
            let id = try EmailID($0.next(), renewals: $0.next())
            return TouchedEmail(stream: stream, known: stream.rawValue <= position.rawValue ? id : nil)
        }
    }

    /// Returns the mailboxes that may stand elsewhere in a list than at a position, and whether they were there then.
    ///
    /// - Parameter all: Whether none stays where it was once another one moved.
    package func touchedMailboxes(since position: Position, all: Bool) throws -> [(id: FolderID, isKnown: Bool)] {
        let changed: SQL = """
            SELECT changes.id FROM changes
            WHERE changes.position > \(bind: position.rawValue) AND changes.account = \(bind: account.rawValue)
                AND changes.entity = \(bind: Entity.folder) AND NOT changes.counts_only
            """
        let condition: SQL = all ? "EXISTS (\(changed))" : "folder.id IN (\(changed))"
        return try connection.rows(
            """
            SELECT folder.uuid, folder.id <= \(bind: position.rawValue) FROM folder
            WHERE folder.account = \(bind: account.rawValue) AND folder.kind <> 'notebook' AND \(condition)
            ORDER BY folder.id
            """
        ) { try ($0.next(), $0.next()) }
    }

    private func messages(since position: Position, _ dependence: Dependence) -> SQL {
        func changed(_ entities: SQL) -> SQL {
            """
            SELECT changes.id FROM changes
            WHERE changes.position > \(bind: position.rawValue) AND changes.account = \(bind: account.rawValue)
                AND changes.entity IN (\(entities))
            """
        }
        switch dependence {
        case .message: return changed("\(bind: Entity.message)")
        case .presence:
            return """
                \(changed("\(bind: Entity.message)")) AND (changes.kind <> \(bind: RowChange.Kind.updated.rawValue)
                    OR EXISTS (SELECT 1 FROM email_renewal
                        WHERE email_renewal.message = changes.id AND email_renewal.position > \(bind: position.rawValue)))
                """
        // A thread has the number of a message that is, or was, a member of it.
        case .thread:
            return """
                SELECT member.message FROM thread_member AS own CROSS JOIN thread_member AS member ON member.thread = own.thread
                WHERE own.message IN (\(changed("\(bind: Entity.message), \(bind: Entity.thread)")))
                """
        }
    }
}
