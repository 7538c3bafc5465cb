/// A command of a client, read but not yet carried out (RFC 9051 section 6).
public struct IMAPCommand: Sendable, Hashable {
    /// What the client calls it by; the answer ends with it.
    public let tag: String
    public let body: Body

    public init(tag: String, _ body: Body) {
        self.tag = tag
        self.body = body
    }

    public enum Body: Sendable, Hashable {
        case capability
        case noop
        case logout
        case id([IDField])
        case enable([String])
        case login(user: [UInt8], password: [UInt8])
        /// With the algorithm in upper case (RFC 4978).
        case compress(String)
        case authenticate(mechanism: String, initialResponse: [UInt8]?)
        case select(MailboxName, SelectOptions)
        case examine(MailboxName, SelectOptions)
        case create(MailboxName, specialUses: [String])
        case delete(MailboxName)
        case rename(MailboxName, to: MailboxName)
        case subscribe(MailboxName)
        case unsubscribe(MailboxName)
        case list(ListRequest)
        /// LSUB of IMAP4rev1 (RFC 3501 section 6.3.9).
        case lsub(reference: MailboxName, pattern: MailboxName)
        case namespace
        case status(MailboxName, [StatusItem])
        case append(AppendRequest)
        case idle
        case check
        case close
        case unselect
        /// With UIDs it is UID EXPUNGE (RFC 4315 section 2.1).
        case expunge(uids: SequenceSet?)
        case search(SearchRequest)
        case sort(SortRequest)
        case thread(ThreadRequest)
        case fetch(FetchRequest)
        case store(StoreRequest)
        case copy(MessageSet, to: MailboxName)
        case move(MessageSet, to: MailboxName)
    }

    /// A field of ID (RFC 2971): untrusted words.
    public struct IDField: Sendable, Hashable {
        public let name: String
        public let value: String?

        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}

/// A mailbox's name as it came: bytes, which are modified UTF-7 or UTF-8 by what the session enabled.
public struct MailboxName: Sendable, Hashable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// What SELECT and EXAMINE ask for (RFC 7162 sections 3.1.8 and 3.2.5).
public struct SelectOptions: Sendable, Hashable {
    public var condstore = false
    public var resync: Resync?

    public init() {}

    /// What a client that comes back knows.
    public struct Resync: Sendable, Hashable {
        public let uidValidity: UInt32
        public let modSeq: UInt64
        public let knownUIDs: SequenceSet?

        public init(uidValidity: UInt32, modSeq: UInt64, knownUIDs: SequenceSet?) {
            self.uidValidity = uidValidity
            self.modSeq = modSeq
            self.knownUIDs = knownUIDs
        }
    }
}

/// LIST (RFC 9051 section 6.3.9, RFC 5258, RFC 5819).
public struct ListRequest: Sendable, Hashable {
    public enum Selection: Sendable, Hashable { case subscribed, remote, recursiveMatch, specialUse }
    public enum Return: Sendable, Hashable { case subscribed, children, specialUse, status([StatusItem]) }

    public var selections: [Selection] = []
    public let reference: MailboxName
    public let patterns: [MailboxName]
    public var returns: [Return] = []
    /// Whether it has the form of RFC 5258, whose answers name what was asked for.
    public var isExtended = false

    public init(reference: MailboxName, patterns: [MailboxName]) {
        self.reference = reference
        self.patterns = patterns
    }
}

/// RFC 9051 section 6.3.11; `highestModSeq` of RFC 7162, `mailboxID` of RFC 8474, `deletedStorage` is not read.
public enum StatusItem: String, Sendable, Hashable, CaseIterable {
    case messages = "MESSAGES"
    case recent = "RECENT"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case deleted = "DELETED"
    case size = "SIZE"
    case highestModSeq = "HIGHESTMODSEQ"
    case mailboxID = "MAILBOXID"
    case appendLimit = "APPENDLIMIT"
}

/// APPEND of one message (RFC 9051 section 6.3.12).
public struct AppendRequest: Sendable, Hashable {
    public let mailbox: MailboxName
    public let flags: [Flag]
    /// Microseconds since 1970; nil for now.
    public let date: Int64?
    /// The zone that the date was written in, in minutes east of UTC; nil without a date.
    public let zone: Int?
    /// The message as it came.
    public let message: MessageLiteral

    public init(mailbox: MailboxName, flags: [Flag], date: Int64?, zone: Int? = nil, message: MessageLiteral) {
        self.mailbox = mailbox
        self.flags = flags
        self.date = date
        self.zone = zone
        self.message = message
    }
}

/// A flag of a message (RFC 9051 section 2.3.2): of the system, or a keyword as it was spelled.
public enum Flag: Sendable, Hashable {
    case seen, answered, flagged, deleted, draft, recent
    case keyword(String)

    /// As it is written.
    public var text: String {
        switch self {
        case .seen: "\\Seen"
        case .answered: "\\Answered"
        case .flagged: "\\Flagged"
        case .deleted: "\\Deleted"
        case .draft: "\\Draft"
        case .recent: "\\Recent"
        case .keyword(let name): name
        }
    }
}

/// Messages by their UIDs or by their numbers.
public struct MessageSet: Sendable, Hashable {
    public let set: SequenceSet
    public let isByUID: Bool

    public init(_ set: SequenceSet, isByUID: Bool) {
        self.set = set
        self.isByUID = isByUID
    }
}

/// STORE (RFC 9051 section 6.4.6, RFC 7162 section 3.1.3).
public struct StoreRequest: Sendable, Hashable {
    public enum Action: Sendable, Hashable { case replace, add, remove }

    public let messages: MessageSet
    public let action: Action
    public let isSilent: Bool
    public let flags: [Flag]
    public let unchangedSince: UInt64?

    public init(_ messages: MessageSet, _ action: Action, isSilent: Bool, flags: [Flag], unchangedSince: UInt64?) {
        self.messages = messages
        self.action = action
        self.isSilent = isSilent
        self.flags = flags
        self.unchangedSince = unchangedSince
    }
}
