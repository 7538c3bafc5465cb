internal import DiskFiles
public import Mail
internal import Mailboxes

/// The format in which mail is written.
public enum MailboxFormat: Hashable, Sendable {
    /// Folders as `.Work.Letters`, in the manner of Maildir++.
    case maildirPlusPlus
    /// Folders as `Work/Letters`, each a Maildir.
    case nestedMaildirs
    /// mbox, with `>` before each line that starts with `From ` after any number of `>`.
    case mboxrd
    /// A file for each message, in a tree of folders.
    case eml
}

/// Options of an export.
public struct ExportOptions: Hashable, Sendable {
    public var format: MailboxFormat
    /// Whether the folder may contain something already; files of the same names are then replaced.
    public var overwriting: Bool
    public var dryRun: Bool

    public init(format: MailboxFormat, overwriting: Bool = false, dryRun: Bool = false) {
        self.format = format
        self.overwriting = overwriting
        self.dryRun = dryRun
    }
}

/// The result of an export.
public struct ExportReport: Sendable {
    /// The number of messages that matched the filter.
    public internal(set) var messages = 0
    /// The number of their copies that were written.
    public internal(set) var copies = 0
    /// The size of these copies in bytes.
    public internal(set) var bytes: Int64 = 0
    public internal(set) var folders: [ExportedFolder] = []
    /// The number of the messages of which no copy was written.
    public internal(set) var messagesLeftOut = 0
    /// Copies that could not be written.
    public internal(set) var leftOut: [LeftOutCopy] = []
    /// Folders that the layout cannot store under their own names.
    public internal(set) var renamed: [RenamedFolder] = []
    /// The number of written copies with keywords that the format cannot store.
    public internal(set) var copiesLosingKeywords = 0
    /// The number of copies that got an additional line end, which an mbox requires.
    public internal(set) var copiesGivenLineEnd = 0

    /// Whether something that was requested is missing.
    public var isPartial: Bool { !leftOut.isEmpty }
}

/// A folder whose copies were written.
public struct ExportedFolder: Sendable, Hashable {
    public let account: String
    public let folder: String
    public internal(set) var copies = 0
}

/// A folder with another name on disk.
public struct RenamedFolder: Sendable, Hashable {
    public let folder: String
    /// The path below the target.
    public let place: String
}

/// A copy that was not written.
public struct LeftOutCopy: Sendable, Hashable {
    public let message: MessageID
    public let folder: String
    public let reason: Reason

    public enum Reason: Sendable, Hashable {
        /// Its content is no longer in the ledger.
        case contentMissing
        /// Its content is not the one that was stored.
        case contentDamaged
        /// It does not begin with a header field: a reader of the mbox would treat it as part of the message before it.
        case notSeparable

        /// A stable word for programs.
        public var code: String {
            switch self {
            case .contentMissing: "content-missing"
            case .contentDamaged: "content-damaged"
            case .notSeparable: "not-separable"
            }
        }

        /// The text after a message's id and a colon.
        public var description: String {
            switch self {
            case .contentMissing: "its content is missing"
            case .contentDamaged: "its content is damaged"
            case .notSeparable: "it does not begin with a header field, which an mbox needs; export it as eml"
            }
        }
    }
}
