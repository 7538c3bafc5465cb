public import DiskFiles

/// A file or folder below an imported path that gave no message, and why.
public struct SkippedFile: Hashable, Sendable {
    /// Its path, with U+FFFD for bytes that are not UTF-8; for an entry of an mbox `#byte=` and its place follow.
    public let path: String
    /// Why it gave no message.
    public let reason: SkipReason
    /// Whether its name shows that it is no mail (`README`, `notes.md`, `dovecot-uidlist`): it does not make an import
    /// partial.
    public let isExpected: Bool

    /// Names a file that an importer itself had to skip.
    public init(path: String, reason: SkipReason, isExpected: Bool) {
        self.path = path
        self.reason = reason
        self.isExpected = isExpected
    }

    /// Whether a mail server keeps records of its own in it, which are no news to anybody.
    package var isServerRecord: Bool {
        let name = Array(path.utf8)[...].split(separator: UInt8(ascii: "/")).last ?? []
        return isExpected && FileNames.isMaildirRecord(name)
    }
}

/// Why a file is no message.
public enum SkipReason: Hashable, Sendable {
    /// It does not start with a header field of mail.
    case notMail
    /// It is an entry of an mbox, and no header field follows its "From " line.
    case entryWithoutHeader
    case empty
    /// The kernel refused to open or read it, with this `errno`.
    case unreadable(CInt)
    /// It is no regular file; it was not opened.
    case notRegular(FileKind)
    /// A link back to a folder that contains it.
    case symlinkLoop
    /// A link to a folder that another link led to before.
    case walkedAlready
    /// A link that leads farther than links are followed.
    case leadsOut
    /// A folder named `tmp`, where deliveries are under way.
    case temporaryFolder
    /// It changed while it was read; another attempt may succeed.
    case changedWhileRead
    /// It is compressed, and its compressed bytes end in the middle.
    case truncated
    /// It is compressed, and its bytes are not valid in that format; the text is the library's own message.
    case damaged(String)
    /// It is compressed in a way that is not read.
    case unsupportedCompression(String)

    /// It was there when its folder was read, and is not there any more: ENOENT (errno(3)).
    package static let missing = SkipReason.unreadable(2)

    /// The kernel's refusal to open or read a file, by its `errno`.
    init(errno number: CInt) {
        self = SystemCode(number) == .leadsOut ? .leadsOut : .unreadable(number)
    }

    /// A stable word for programs and for the log.
    public var code: String {
        switch self {
        case .notMail: "not-mail"
        case .entryWithoutHeader: "entry-without-header"
        case .empty: "empty"
        case .unreadable: "unreadable"
        case .notRegular: "not-regular"
        case .symlinkLoop: "symlink-loop"
        case .walkedAlready: "walked-already"
        case .leadsOut: "leads-out"
        case .temporaryFolder: "temporary-folder"
        case .changedWhileRead: "changed-while-read"
        case .truncated: "truncated"
        case .damaged: "damaged"
        case .unsupportedCompression: "unsupported-compression"
        }
    }
}

extension SkipReason: CustomStringConvertible {
    /// The text after a path and a colon in a message to people.
    public var description: String {
        switch self {
        case .notMail: "it does not start with a header field of mail"
        case .entryWithoutHeader: "the entry there has no header, so it is no message"
        case .empty: "it is empty"
        case .unreadable(let number): "it cannot be read: \(SystemCode(number).words)"
        case .notRegular(let kind): "it is not a file but a \(kind.rawValue)"
        case .symlinkLoop: "it is a link back to a folder that holds it"
        case .walkedAlready: "it is a link to a folder that another link led to"
        case .leadsOut: "a link leads out of the path that was named, or is another user's"
        case .temporaryFolder: "it is a folder for files that are being delivered"
        case .changedWhileRead: "it changed while it was read"
        case .truncated: "it is compressed, and ends in the middle"
        case .damaged(let words): "it is compressed, and damaged: \(words)"
        case .unsupportedCompression(let name): "it is compressed with \(name), which is not read here; unpack it first"
        }
    }
}
