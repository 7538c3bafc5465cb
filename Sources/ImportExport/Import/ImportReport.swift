internal import Content
internal import EventLog
public import Mail
public import Mailboxes

/// Options of an import.
public struct ImportOptions: Sendable, Hashable {
    /// The folder for messages at the top of a path.
    public var folder: String
    /// Whether every file named or found is an mbox, whatever it looks like.
    public var treatsFilesAsMbox: Bool
    public var dryRun: Bool
    /// Whether mail that was erased before may come in again.
    public var allowsErased: Bool
    /// Whether to read files that an earlier import took, although neither their sizes nor their times have changed
    /// since.
    public var rereads: Bool
    /// Whether links are followed out of a path.
    public var followsLinks: Bool
    /// Whether ``folder`` is made where it is missing.
    public var createsFolder: Bool

    public init(
        folder: String = "INBOX", treatsFilesAsMbox: Bool = false, dryRun: Bool = false, allowsErased: Bool = false,
        rereads: Bool = false, followsLinks: Bool = false, createsFolder: Bool = false
    ) {
        self.folder = folder
        self.createsFolder = createsFolder
        self.treatsFilesAsMbox = treatsFilesAsMbox
        self.dryRun = dryRun
        self.allowsErased = allowsErased
        self.rereads = rereads
        self.followsLinks = followsLinks
    }
}

/// A folder that an import or a sync made, and the role that its name implies.
public struct FoundRole: Sendable, Hashable {
    /// Its path.
    public let folder: String
    public let role: FolderRole
    /// The path of the empty folder that gave the role up; nil if no folder had it.
    public let takenFrom: String?
}

/// The place of a message that the account had before an import.
enum ExistingMail {
    /// In the folder to which the import would bring it, or nowhere else.
    case here
    /// In another folder, the first by its path.
    case elsewhere(String)
    case deleted
}

/// The result of an import.
public struct ImportReport: Sendable {
    /// Messages that the account did not have.
    public fileprivate(set) var added = 0
    /// Messages that the account had already, at this place or at another one.
    public fileprivate(set) var existing = 0
    /// How many of them came at a place that was not known, and are a copy more.
    public fileprivate(set) var copied = 0
    /// How many of ``existing`` were deleted before, and stay so.
    public fileprivate(set) var deleted = 0
    /// How many of ``existing`` are not in the folder to which the import would bring them, by the folder that has them.
    public fileprivate(set) var elsewhere: [String: Int] = [:]
    /// The paths of the folders that got a message or a copy.
    public fileprivate(set) var folders: Set<String> = []
    /// Which of the paths hold no mail at all, in the order in which they were named.
    public internal(set) var pathsWithoutMail: [Int] = []
    /// How many of them were not even read, because their files are as they were when an import took them.
    public internal(set) var unchanged = 0
    /// Known copies with changed flags.
    public fileprivate(set) var updated = 0
    /// Messages that were erased before, and stay out.
    public fileprivate(set) var erased = 0
    /// The places of messages that have the identity of another message but read otherwise, and were added separately.
    public fileprivate(set) var readingOtherwise: [String] = []
    public fileprivate(set) var skipped: [SkippedFile] = []
    /// Messages that were deleted at the end by the rules of the account and its folders, or that would be.
    public internal(set) var pruned = 0
    /// The folders it made that got a role.
    public fileprivate(set) var roles: [FoundRole] = []

    /// The number of messages read so far: those that are recorded, and those that wait for the transaction.
    public internal(set) var messagesRead = 0
    /// The number of files done.
    public internal(set) var filesPassed = 0
    /// Their size in bytes, compressed if the files are.
    public internal(set) var bytesPassed: Int64 = 0
    /// Whether it was stopped early. Everything that it reports as recorded is recorded.
    public internal(set) var wasStopped = false

    /// Whether the log has something of it.
    var hasRecorded: Bool { added + copied + updated > 0 }
    /// Whether a file was skipped whose name did not show that it is no mail.
    public var isPartial: Bool { skipped.contains { !$0.isExpected } }
    /// The number of messages inspected.
    public var seen: Int { added + existing + updated + erased }

    mutating func countAdded(to folder: String) {
        added += 1
        folders.insert(folder)
    }
    mutating func countCopied(to folder: String) {
        existing += 1
        copied += 1
        folders.insert(folder)
    }
    mutating func countExisting(_ place: ExistingMail) {
        existing += 1
        switch place {
        case .here: break
        case .elsewhere(let folder): elsewhere[folder, default: 0] += 1
        case .deleted: deleted += 1
        }
    }
    mutating func countUnchanged(_ files: Int) {
        existing += files
        unchanged += files
    }
    mutating func countUpdated() { updated += 1 }
    mutating func countErased() { erased += 1 }
    mutating func countReadingOtherwise(_ path: String) { readingOtherwise.append(path) }
    mutating func count(_ roles: [FoundRole]) { self.roles += roles }
    mutating func skip(_ file: SkippedFile) { skipped.append(file) }
}

/// An import failed when it had recorded a part of the mail.
public struct ImportCutShort: Error {
    /// What was recorded until then; the same import goes on behind it.
    public let report: ImportReport
    /// What ended it.
    public let cause: any Error

    /// Nil for an error that names the operation: the log says what of it is recorded.
    init?(_ report: ImportReport, by cause: any Error) {
        if case EventLogError.unconfirmed = cause { return nil }
        (self.report, self.cause) = (report, cause)
    }

    /// Whether the server of the ledger was lost.
    package var isLossOfServer: Bool {
        switch cause {
        case EventLogError.unreachable: true
        case let error as ContentError: error.isUnreachable
        default: false
        }
    }
}
