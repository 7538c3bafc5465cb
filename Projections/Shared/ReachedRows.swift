internal import EventLog
package import Mail
package import SQLiteDatabase

/// What of each table somebody sees who may see some accounts alone.
///
/// A table that does not stand here is not seen at all: a statement that asks for it is refused. A test compares these with all
/// tables that there are.
package enum ReachedRows {
    /// The rows of some accounts.
    package static func confinement(to accounts: Set<AccountID>) -> RowConfinement {
        let ids = accounts.sorted { $0.description < $1.description }.map { "\(bind: $0.blob)" as SQL }
        return RowConfinement(
            to: "SELECT id FROM main.account WHERE uuid IN (\(ids.joined(separator: ", ")))", tables: tables)
    }

    /// Tables, with the condition on a row that is seen.
    package static let tables: [String: SQL] = [
        "account": "id IN temp.reached",
        "account_sync": ofAccount, "account_count": ofAccount, "folder": ofAccount, "message": ofAccount,
        "thread": ofAccount, "thread_reference": ofAccount, "conversation": ofAccount, "skipped_file": ofAccount,
        "told_tags": ofAccount, "reparsed_account": ofAccount, "erasure": ofAccount, "outbox_state": ofAccount,
        "changes": ofAccount, "change_head": ofAccount,
        "folder_count": ofFolder, "thread_count": ofFolder, "thread_place": ofFolder,
        "mailbox_message": ofFolder, "mailbox_page": ofFolder,
        "copy": ofMessage, "keyword": ofMessage, "moved": ofMessage, "attachment": ofMessage,
        "classification": ofMessage, "chat_message": ofMessage, "thread_member": ofMessage,
        "email_renewal": ofMessage, "thread_reply": ofMessage, "thread_mark": ofMessage, "thread_join": ofMessage,
        "thread_marked_before": ofMessage,
        "hold": "account_stream IN temp.reached",
        // Who recorded when what changed something there.
        "recorded": """
        EXISTS (SELECT 1 FROM main.changes
            WHERE changes.position BETWEEN recorded.first AND recorded.last AND changes.account IN temp.reached)
        """,
        // Nothing of mail: how far the views have come, where the log was resumed and a search by dates begins, and digests
        // under a key.
        "checkpoint": "TRUE", "log_resumption": "TRUE", "message_block": "TRUE", "erased_identity": "TRUE",
        // Things of no account, which lists of mail look for beside it.
        "note": "FALSE", "note_link": "FALSE", "note_tag": "FALSE", "action": "FALSE", "answer": "FALSE",
        "profile": "FALSE", "profile_feature": "FALSE", "profile_service": "FALSE", "answer_use": "FALSE",
        "token": "FALSE",
    ]

    /// Tables of which nothing is asked for by somebody who sees some accounts alone.
    package static let others: Set<String> = [
        "activity", "mail_day", "recorded_type", "failure", "built", "projections", "projection_tables",
    ]

    // The plus keeps SQLite from asking for one account after the other, where a list has an index of its own.
    private static let ofAccount: SQL = "+account IN temp.reached"
    private static let ofFolder: SQL = "(SELECT account FROM main.folder WHERE id = folder) IN temp.reached"
    private static let ofMessage: SQL = "(SELECT account FROM main.message WHERE id = message) IN temp.reached"
}
