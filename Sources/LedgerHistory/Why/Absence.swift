public import Mail
public import Projections

/// Why a message is in no list, or that it is in one.
public struct Absence: Sendable {
    /// The requested name, without angle brackets.
    public let name: String
    /// An entry for each message that it may mean, and for each file that was skipped.
    public let findings: [AbsenceFinding]
    /// The number of further matching messages.
    public let rest: Int
    /// The fields that were searched for the name.
    public let lookedUp: [KnownField]
    /// The number of erased messages: only their ids and Message-IDs could be looked up.
    public let erasedMessages: Int
}

/// The explanation for one message or file.
public struct AbsenceFinding: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// It is in a list.
        case present
        /// A user deleted it, or removed it from its last folder.
        case deleted
        /// A rule of retention deleted it; the detail has the rule.
        case pruned
        /// The import that brought it was undone, or an undo deleted it again.
        case undone
        /// Its file was gone from the synced Maildir.
        case gone
        /// The flag `T` of its file hides it, or `\Deleted` of a mail reader.
        case hidden
        /// Its folder was deleted, or one above it.
        case folderDeleted = "folder_deleted"
        /// Its account was deleted.
        case accountDeleted = "account_deleted"
        /// It was erased for good; only its id is known.
        case erased
        /// An import skipped the file.
        case skipped
        /// Other messages name this Message-ID, but no recorded message has it.
        case neverCame = "never_came"
        /// No recorded message has it in any of the searched fields.
        case notRecorded = "not_recorded"
    }

    public let kind: Kind
    /// Its id; nil if it was not recorded.
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
    /// The event that caused this.
    public let event: HistoryEntry?
    /// The messages that name a message that never came.
    public let namedBy: [MessageID]
    /// The field that has the name; nil if none has it.
    public let matched: KnownField?
    /// The event that recorded the message.
    public let came: HistoryEntry?
}
