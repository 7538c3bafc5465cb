internal import LedgerHistory
public import LedgerKernel

/// The events that gave a message its values.
public struct WhyMessage: LedgerQuery {
    public static let name = "why-message"
    public typealias Answer = [ValueReasonForm]
    public var message: String
    /// The name of one field; nil for all.
    public var field: String?
    /// Whether to return every event that set a field, not only the last one.
    public var all: Bool?

    public init(message: String, field: String? = nil, all: Bool? = nil) {
        self.message = message
        self.field = field
        self.all = all
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.forms(of: reader.why(message: message, field: field), all)
    }
}

/// The events that gave a folder its values.
public struct WhyFolder: LedgerQuery {
    public static let name = "why-folder"
    public typealias Answer = [ValueReasonForm]
    public var folder: String
    public var account: String?
    public var field: String?
    public var all: Bool?

    public init(folder: String, account: String? = nil, field: String? = nil, all: Bool? = nil) {
        self.folder = folder
        self.account = account
        self.field = field
        self.all = all
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.forms(of: reader.why(folder: folder, in: account, field: field), all)
    }
}

/// The events that gave an account its values.
public struct WhyAccount: LedgerQuery {
    public static let name = "why-account"
    public typealias Answer = [ValueReasonForm]
    public var account: String
    public var field: String?
    public var all: Bool?

    public init(account: String, field: String? = nil, all: Bool? = nil) {
        self.account = account
        self.field = field
        self.all = all
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.forms(of: reader.why(account: account, field: field), all)
    }
}

/// The reasons why messages are one thread.
public struct WhyThread: LedgerQuery {
    public static let name = "why-thread"
    public typealias Answer = ThreadReasonForm
    /// A message of it.
    public var message: String
    public var limit: PageLimit

    public init(message: String, limit: Int? = nil) {
        self.message = message
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let reason = try reader.why(thread: message, limit: limit.rows)
        return ThreadReasonForm(reason, folders: try reader.folderPaths())
    }
}

/// The messages that make up a number of unread messages.
public struct WhyUnread: LedgerQuery {
    public static let name = "why-unread"
    public typealias Answer = UnreadReasonForm
    public var folder: String?
    public var account: String?
    public var limit: PageLimit

    public init(folder: String? = nil, account: String? = nil, limit: Int? = nil) {
        self.folder = folder
        self.account = account
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let reason = try reader.whyUnread(
            folder: folder, account: account, limit: limit.rows)
        return UnreadReasonForm(reason, folders: try reader.folderPaths())
    }
}

/// The reason why a message is in no list.
public struct WhyMissing: LedgerQuery {
    public static let name = "why-missing"
    public typealias Answer = AbsenceForm
    /// A Message-ID or the first digits of a message's id; else a part of a subject, a sender, a file's name or path.
    public var message: String
    public var limit: PageLimit

    public init(message: String, limit: Int? = nil) {
        self.message = message
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try AbsenceForm(reader.whyMissing(message, limit: limit.rows), folders: reader.folderPaths())
    }
}
