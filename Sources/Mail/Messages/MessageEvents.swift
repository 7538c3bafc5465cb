public import CivilTime
public import Cryptography
public import EventLog

/// A message came into the ledger with its first copy.
public struct MessageAdded: Event, Hashable {
    public static let type = EventType("mail.message-added", schema: 1)

    public let id: MessageID
    public let account: AccountID
    public let copy: MessageCopy
    public let headers: MessageHeaders
    public let attachments: [AttachmentSummary]
    /// The first words of the text.
    public let snippet: String
    public let keywords: KeywordSet
    /// The time of its delivery, according to its source.
    public let receivedAt: Timestamp
    /// Identifies the same mail within an account, whatever transports wrote into a copy.
    public let identity: SHA256Digest
    /// The length of the first copy in bytes.
    public let size: Int64
    /// The version of the parser that read the header fields.
    public let parser: Int
    /// True where only the header came yet; nil else.
    public let lacksBody: Bool?
    /// Its ids on a server; nil if no server has it.
    public let external: ExternalIDs?

    enum CodingKeys: String, CodingKey {
        case id, account, copy, headers, attachments, snippet, keywords
        case receivedAt = "received_at"
        case identity, size, parser
        case lacksBody = "lacks_body"
        case external
    }

    public init(
        id: MessageID, account: AccountID, copy: MessageCopy, headers: MessageHeaders,
        attachments: [AttachmentSummary], snippet: String, keywords: KeywordSet, receivedAt: Timestamp,
        identity: SHA256Digest, size: Int64, parser: Int, lacksBody: Bool? = nil, external: ExternalIDs? = nil
    ) {
        self.id = id
        self.account = account
        self.copy = copy
        self.headers = headers
        self.attachments = attachments
        self.snippet = snippet
        self.keywords = keywords
        self.receivedAt = receivedAt
        self.identity = identity
        self.size = size
        self.parser = parser
        self.lacksBody = lacksBody
        self.external = external
    }
}

/// The rest of a message came, of which only the header had come.
public struct MessageBodyLoaded: Event, Hashable {
    public static let type = EventType("mail.message-body-loaded", schema: 1)

    public let message: MessageID
    /// SHA-256 of its bytes: of the header alone, and of the whole.
    public let raw: Change<SHA256Digest>
    public let identity: Change<SHA256Digest>
    public let size: Change<Int64>
    public let attachments: [AttachmentSummary]
    /// The first words of the text.
    public let snippet: String

    public init(
        message: MessageID, raw: Change<SHA256Digest>, identity: Change<SHA256Digest>, size: Change<Int64>,
        attachments: [AttachmentSummary], snippet: String
    ) {
        self.message = message
        self.raw = raw
        self.identity = identity
        self.size = size
        self.attachments = attachments
        self.snippet = snippet
    }
}

/// A message got other names on its server; each that changed has its old and its new value.
public struct MessageLinked: Event, Hashable {
    public static let type = EventType("mail.message-linked", schema: 1)

    public let message: MessageID
    public let id: Change<String?>?
    public let thread: Change<String?>?
    public let draft: Change<String?>?

    public init(
        message: MessageID, id: Change<String?>? = nil, thread: Change<String?>? = nil, draft: Change<String?>? = nil
    ) {
        self.message = message
        self.id = id
        self.thread = thread
        self.draft = draft
    }

    /// The change that leads from some ids to others; nil if they are equal.
    public init?(message: MessageID, from old: ExternalIDs, to new: ExternalIDs) {
        guard old != new else { return nil }
        self.init(
            message: message, id: Change(from: old.id, to: new.id), thread: Change(from: old.thread, to: new.thread),
            draft: Change(from: old.draft, to: new.draft))
    }
}

/// A message was found at one more place.
public struct MessageCopied: Event, Hashable {
    public static let type = EventType("mail.message-copied", schema: 1)

    public let message: MessageID
    public let copy: MessageCopy
    /// The keywords, where the copy's flags added to them.
    public let keywords: Change<KeywordSet>?

    public init(message: MessageID, copy: MessageCopy, keywords: Change<KeywordSet>?) {
        self.message = message
        self.copy = copy
        self.keywords = keywords
    }
}

/// A copy was seen with another name or with other flags.
public struct CopyChanged: Event, Hashable {
    public static let type = EventType("mail.copy-changed", schema: 1)

    public let message: MessageID
    /// The number of the copy.
    public let copy: Int
    public let source: Change<String>?
    public let flags: Change<String>?
    public let keywords: Change<KeywordSet>?
    /// The Maildir that a sync keeps the copy in step with.
    public let maildir: Change<String?>?
    /// Whether `T` hides the copy, where an undo changes that: what was seen there stays seen.
    public let isHidden: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case message, copy, source, flags, keywords, maildir
        case isHidden = "is_hidden"
    }

    public init(
        message: MessageID, copy: Int, source: Change<String>? = nil, flags: Change<String>? = nil,
        keywords: Change<KeywordSet>? = nil, maildir: Change<String?>? = nil, isHidden: Change<Bool>? = nil
    ) {
        self.message = message
        self.copy = copy
        self.source = source
        self.flags = flags
        self.keywords = keywords
        self.maildir = maildir
        self.isHidden = isHidden
    }

    /// Whether the copy was hidden before and is hidden since; nil if nothing says so.
    public var hidden: Change<Bool>? {
        isHidden
            ?? flags.map { Change(old: MessageCopy.isHidden(flags: $0.old), new: MessageCopy.isHidden(flags: $0.new)) }
    }
}

/// A copy was removed from its message.
public struct CopyRemoved: Event, Hashable {
    public static let type = EventType("mail.copy-removed", schema: 1)

    public let message: MessageID
    public let copy: MessageCopy
    public let keywords: Change<KeywordSet>?
    /// Whether its file was found to be gone; nil if an undo took the copy away.
    public let isGone: Bool?
    /// The rule that took it out of its folder; nil if none did.
    public let prunedBy: PruningRule?

    enum CodingKeys: String, CodingKey {
        case message, copy, keywords
        case isGone = "is_gone"
        case prunedBy = "pruned_by"
    }

    public init(
        message: MessageID, copy: MessageCopy, keywords: Change<KeywordSet>?, isGone: Bool? = nil,
        prunedBy: PruningRule? = nil
    ) {
        self.message = message
        self.copy = copy
        self.keywords = keywords
        self.isGone = isGone
        self.prunedBy = prunedBy
    }
}

/// A message's keywords changed: it was read, flagged or labelled, or one of these was undone.
public struct MessageMarked: Event, Hashable {
    public static let type = EventType("mail.message-marked", schema: 2)

    public let message: MessageID
    public let keywords: KeywordChange

    public init(message: MessageID, keywords: KeywordChange) {
        self.message = message
        self.keywords = keywords
    }
}

/// Copies of a message went to other folders.
public struct MessageMoved: Event, Hashable {
    public static let type = EventType("mail.message-moved", schema: 1)

    /// One copy's way.
    public struct Move: Codable, Hashable, Sendable {
        /// The number of the copy.
        public let copy: Int
        public let folder: Change<FolderID>

        public init(copy: Int, folder: Change<FolderID>) {
            self.copy = copy
            self.folder = folder
        }
    }

    public let message: MessageID
    public let copies: [Move]

    public init(message: MessageID, copies: [Move]) {
        self.message = message
        self.copies = copies
    }
}

/// A message ended.
public struct MessageDeleted: Event, Hashable {
    public static let type = EventType("mail.message-deleted", schema: 1)

    public let message: MessageID
    /// The rule that deleted it; nil if a user did.
    public let prunedBy: PruningRule?

    enum CodingKeys: String, CodingKey {
        case message
        case prunedBy = "pruned_by"
    }

    public init(message: MessageID, prunedBy: PruningRule? = nil) {
        self.message = message
        self.prunedBy = prunedBy
    }
}

/// A deleted message was restored.
public struct MessageRestored: Event, Hashable {
    public static let type = EventType("mail.message-restored", schema: 1)

    public let message: MessageID

    public init(message: MessageID) {
        self.message = message
    }
}
