public import Mail
public import Projections

/// Why a message is in no list, or that it is.
public struct Absence: Sendable {
    /// The requested name, without angle brackets.
    public let name: String
    /// An entry for each message that it may mean, and for each file that was skipped.
    public let findings: [AbsenceFinding]
    /// The number of further matching messages.
    public let rest: Int
    /// The fields in which the name was looked for.
    public let lookedUp: [KnownField]
    /// The number of erased messages: only their ids and Message-IDs could be looked up.
    public let erasedMessages: Int
}

/// The explanation for one message or file.
public struct AbsenceFinding: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// It is there.
        case present
        /// Somebody deleted it, or took it out of its last folder.
        case deleted
        /// A rule of retention deleted it; the detail has the rule.
        case pruned
        /// The import that brought it was taken back, or an undo deleted it again.
        case undone
        /// Its file was gone from the Maildir that is kept in step.
        case gone
        /// The flag `T` of its file hides it.
        case hidden
        /// Its folder was deleted, or one above it.
        case folderDeleted = "folder_deleted"
        /// Its account was deleted.
        case accountDeleted = "account_deleted"
        /// It was erased for good; nothing of it is known but its id.
        case erased
        /// An import passed the file over.
        case skipped
        /// Other messages name this Message-ID, and nothing was recorded with it.
        case neverCame = "never_came"
        /// Nothing was recorded with it, in any of the fields that were looked up.
        case notRecorded = "not_recorded"
    }

    public let kind: Kind
    /// Its id; nil of what was not recorded.
    public let message: MessageID?
    public let subject: String?
    /// The address of its account.
    public let account: String?
    /// The paths of the folders where it is, or where it was last.
    public let folders: [String]
    /// The path of a skipped file.
    public let source: String?
    /// The import's reason for skipping a file, or the rule that pruned the message, in words.
    public let detail: String?
    /// The event that made it so.
    public let event: HistoryEntry?
    /// The messages that name what never came in.
    public let namedBy: [MessageID]
    /// The field that has what was asked for; nil if nothing has it.
    public let matched: KnownField?
    /// The event by which the message came in.
    public let came: HistoryEntry?
}
