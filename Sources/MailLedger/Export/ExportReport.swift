internal import DiskFiles
public import Mail
internal import Mailboxes

/// How mail is written.
public enum MailboxFormat: Hashable, Sendable {
    /// Folders as `.Work.Letters`, as Maildir++ has them.
    case maildirPlusPlus
    /// Folders as `Work/Letters`, each a Maildir.
    case nestedMaildirs
    /// mbox, with `>` before each line that starts with `From ` behind any number of `>`.
    case mboxrd
    /// A file a message, in a tree of folders.
    case eml
}

/// How to export.
public struct ExportOptions: Hashable, Sendable {
    public var format: MailboxFormat
    /// Whether a folder may hold something already, and files of the same names are replaced.
    public var overwriting: Bool
    public var dryRun: Bool

    public init(format: MailboxFormat, overwriting: Bool = false, dryRun: Bool = false) {
        self.format = format
        self.overwriting = overwriting
        self.dryRun = dryRun
    }
}

/// What an export wrote.
public struct ExportReport: Sendable {
    /// How many messages the filter took.
    public internal(set) var messages = 0
    /// How many copies of them were written.
    public internal(set) var copies = 0
    /// The bytes of these copies.
    public internal(set) var bytes: Int64 = 0
    public internal(set) var folders: [ExportedFolder] = []
    /// Copies that could not be written.
    public internal(set) var leftOut: [LeftOutCopy] = []
    /// Folders that the layout cannot hold under their own names.
    public internal(set) var renamed: [RenamedFolder] = []
    /// How many written copies have keywords that the format has no place for.
    public internal(set) var copiesLosingKeywords = 0
    /// How many copies got a line end that they did not have: an mbox cannot do without.
    public internal(set) var copiesGivenLineEnd = 0

    /// Whether something that was asked for is not there.
    public var isPartial: Bool { !leftOut.isEmpty }
}

/// A folder whose copies were written.
public struct ExportedFolder: Sendable, Hashable {
    public let account: String
    public let folder: String
    public internal(set) var copies = 0
}

/// A folder that stands under another name on disk.
public struct RenamedFolder: Sendable, Hashable {
    public let folder: String
    /// Below the target.
    public let place: String
}

/// A copy that was not written.
public struct LeftOutCopy: Sendable, Hashable {
    public let message: MessageID
    public let folder: String
    public let reason: Reason

    public enum Reason: Sendable, Hashable {
        /// Its content is not in the ledger any more.
        case contentMissing
        /// Its content is not what was stored.
        case contentDamaged
        /// It does not begin with a header field: whoever reads the mbox would take it for a part of the message before it.
        case notSeparable

        /// A stable word for programs.
        public var code: String {
            switch self {
            case .contentMissing: "content-missing"
            case .contentDamaged: "content-damaged"
            case .notSeparable: "not-separable"
            }
        }

        /// What follows a message's id and a colon.
        public var description: String {
            switch self {
            case .contentMissing: "its content is missing"
            case .contentDamaged: "its content is damaged"
            case .notSeparable: "it does not begin with a header field, which an mbox needs; export it as eml"
            }
        }
    }
}
