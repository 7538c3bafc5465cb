public import CivilTime
public import Cryptography
internal import EventLog

/// A place of a message, with the bytes that are there.
public struct MessageCopy: Codable, Hashable, Sendable {
    /// Counts the copies of a message from 1; a number is never used for another one.
    public package(set) var number: Int
    public package(set) var folder: FolderID
    /// The stable name of the copy: the folders that it was found in and its name there, without flags.
    public package(set) var source: String
    /// SHA-256 of the copy's own bytes.
    public package(set) var raw: SHA256Digest
    /// The Maildir flags last seen there, sorted; `T` hides the copy.
    public package(set) var flags: String
    /// The mbox separator before the copy.
    public let fromLine: String?
    /// The path of the Maildir with which a sync keeps the copy in step; nil for a copy that was only imported.
    public package(set) var maildir: String?

    enum CodingKeys: String, CodingKey {
        case number, folder, source, raw, flags
        case fromLine = "from_line"
        case maildir
    }

    public init(
        number: Int, folder: FolderID, source: String, raw: SHA256Digest, flags: String, fromLine: String? = nil,
        maildir: String? = nil
    ) {
        self.number = number
        self.folder = folder
        self.source = source
        self.raw = raw
        self.flags = flags
        self.fromLine = fromLine
        self.maildir = maildir
    }

    /// The same copy under another number.
    public func numbered(_ number: Int) -> MessageCopy { with { $0.number = number } }

    /// Returns the copy with the changes that a closure makes.
    func with(_ change: (inout MessageCopy) -> Void) -> MessageCopy {
        var copy = self
        change(&copy)
        return copy
    }

    /// Whether a mail reader brought it, and no file: its source names the protocol.
    package var cameFromReader: Bool { ReaderProtocol.allCases.contains { source.hasPrefix($0.sourcePrefix) } }
}

/// What hides a copy. SQL asks the same by `instr(flags, 'T')`.
extension MessageCopy {
    /// Trashed: <https://cr.yp.to/proto/maildir.html>.
    private static let hidingFlag: Character = "T"

    /// Whether flags hide a copy, and mark its file for the trash.
    public static func isHidden(flags: String) -> Bool {
        flags.contains(hidingFlag)
    }

    /// The flags with or without the `T` that hides; unchanged if `hidden` is nil.
    public static func flags(_ flags: String, hidden: Bool?) -> String {
        guard let hidden, hidden != isHidden(flags: flags) else { return flags }
        return hidden ? String((flags + String(hidingFlag)).sorted()) : flags.filter { $0 != hidingFlag }
    }

    /// Whether no list shows the copy.
    package var isHidden: Bool { Self.isHidden(flags: flags) }

    /// The same copy with no `T` to hide it.
    public var shown: MessageCopy { with { $0.flags = Self.flags(flags, hidden: false) } }
}

/// The protocols by which mail readers bring mail in.
package enum ReaderProtocol: String, CaseIterable, Sendable {
    case imap, jmap

    /// The beginning of the source of what came by it.
    package var sourcePrefix: String { "\(rawValue):" }
}

/// The ids of a message on a server: opaque texts; no two messages of an account have the same `id`.
public struct ExternalIDs: Codable, Hashable, Sendable {
    public var id: String?
    /// The server's id of the thread.
    public var thread: String?
    /// The server's id of the draft, which stays while the message under it changes.
    public var draft: String?

    public init(id: String? = nil, thread: String? = nil, draft: String? = nil) {
        self.id = id
        self.thread = thread
        self.draft = draft
    }
}

/// The decoded header of a message.
public struct MessageHeaders: Codable, Hashable, Sendable {
    /// The `Message-ID` without its angle brackets (RFC 5322 section 3.6.4).
    public var messageID: String?
    public var inReplyTo: [String] = []
    public var references: [String] = []
    public var subject: String?
    public var from: [EmailAddress] = []
    public var sender: [EmailAddress] = []
    public var replyTo: [EmailAddress] = []
    public var to: [EmailAddress] = []
    public var cc: [EmailAddress] = []
    public var bcc: [EmailAddress] = []
    /// The date in the message's own header; nil if it cannot be read.
    public var date: Timestamp?
    public var listID: String?
    public var contentType: String?

    enum CodingKeys: String, CodingKey {
        case messageID = "message_id"
        case inReplyTo = "in_reply_to"
        case references, subject, from, sender
        case replyTo = "reply_to"
        case to, cc, bcc, date
        case listID = "list_id"
        case contentType = "content_type"
    }

    public init() {}
}

/// The facts about an attachment without its content.
public struct AttachmentSummary: Codable, Hashable, Sendable {
    /// The part's place in the message, as IMAP counts (RFC 9051 section 6.4.5).
    public let part: String
    public let fileName: String?
    public let mimeType: String
    /// The decoded length in bytes.
    public let size: Int64
    public let isInline: Bool
    public let contentID: String?

    /// Whether a reader would save it: it is neither shown within the text nor the signature of the message.
    public var isForReaders: Bool {
        !isInline
            && !["application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"]
                .contains(mimeType)
    }

    enum CodingKeys: String, CodingKey {
        case part
        case fileName = "file_name"
        case mimeType = "mime_type"
        case size
        case isInline = "is_inline"
        case contentID = "content_id"
    }

    public init(
        part: String, fileName: String?, mimeType: String, size: Int64, isInline: Bool, contentID: String?
    ) {
        self.part = part
        self.fileName = fileName
        self.mimeType = mimeType
        self.size = size
        self.isInline = isInline
        self.contentID = contentID
    }
}
