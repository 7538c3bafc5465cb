internal import EventLog
internal import MailLedger

/// How a ledger is, on one screen.
struct StatusForm: Encodable {
    let path: String
    /// The fault that a verification found in the log, which keeps writers out; nil if none is known.
    let damage: String?
    let events: Int64
    let messages: Int
    let accounts: [String]
    let unread: Int
    /// Unread messages that are in spam and trash only, which the other number leaves out.
    let unreadApart: Int
    /// The addresses of accounts that were deleted, and can be brought back.
    let deletedAccounts: [String]
    let lastImport: LastImport?
    let backup: Backup?
    let witnesses: [WitnessForm]
    /// What can lose mail in the ledger's place, in words.
    let warnings: [String]
    let behind: Behind

    /// The last operation that brought mail in from files.
    struct LastImport: Encodable {
        let operation: String
        let time: String
        let command: String
        /// The paths, or the Maildir of a sync.
        let cause: String?
    }

    /// The last backup.
    struct Backup: Encodable {
        let path: String
        let time: String
        /// How many events it does not have.
        let behind: Int64
    }

    /// How many events the read models had not taken in when it was asked.
    struct Behind: Encodable {
        let views: Int64
        let search: Int64
    }
}
