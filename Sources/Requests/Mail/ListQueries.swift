internal import EventLog
public import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage
public import WireModels

/// The accounts, by their addresses.
public struct ListAccounts: LedgerQuery {
    public static let name = "list-accounts"
    public typealias Answer = [AccountForm]
    /// The address of one account; nil for all.
    public var account: String?

    public init(account: String? = nil) {
        self.account = account
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try (account.map { [try reader.account($0)] } ?? reader.accounts()).map(AccountForm.init)
    }
}

/// The folders of an account or of all, in the order of their trees.
public struct ListFolders: LedgerQuery {
    public static let name = "list-folders"
    public typealias Answer = [FolderForm]
    public var account: String?

    public init(account: String? = nil) {
        self.account = account
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.folders(of: account.map { try reader.account($0).stream }).map(FolderForm.init)
    }
}

/// The folders of an account as trees, in the form `FolderResponse`.
public struct FolderTrees: LedgerQuery, WireRequest {
    public static let name = "folder-trees"
    public typealias Answer = [FolderResponse]
    public var account: String

    public init(account: String) {
        self.account = account
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.folderTrees(of: account)
    }
}

/// Messages, the latest first: live ones, unless the filter names others.
public struct ListMessages: LedgerQuery {
    public static let name = "list-messages"
    public typealias Answer = Rows<ListedMessageForm>
    public var filter: MessageQuery?
    public var order: RequestOrder?
    /// The id of a message: the list continues behind its place, also if it is deleted or is not in the list.
    public var after: String?
    public var limit: PageLimit
    public var offset: PageOffset

    public init(
        filter: MessageQuery? = nil, order: RequestOrder? = nil, after: String? = nil, limit: Int? = nil,
        offset: Int = 0
    ) {
        self.filter = filter
        self.order = order
        self.after = after
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        guard after == nil || offset.rows == 0 else {
            throw DomainError.invalid(field: "offset", reason: "is not to be given with after")
        }
        let filter = try reader.filter(filter)
        if let erased = try reader.erasedMessages(matching: filter) {
            guard after == nil else {
                throw DomainError.invalid(field: "after", reason: "is not to be given where erased messages are listed")
            }
            return rows(erased, reader)
        }
        let place = try after.map { try reader.place(ofMessage: $0) }
        return Rows(of: reader) { body in
            var endings = MessageEndings(reader)
            try reader.forEachMessage(
                matching: filter, order: (order ?? .newest).order, after: place, limit: limit.rows,
                offset: offset.rows
            ) { try body(.message(MessageForm($0, ending: endings.ending(at: $0.end)))) }
        }
    }

    private func rows(_ erased: [ErasureRow], _ reader: LedgerReader) -> Answer {
        let ordered = order == .oldest ? erased.reversed() : erased
        let page = ordered.dropFirst(offset.rows).prefix(limit.rows ?? .max)
        return Rows(of: reader) { body in
            for row in page {
                let form = ErasedForm(row, header: try reader.store.header(ofEvent: row.position))
                guard try body(.erased(form)) else { return }
            }
        }
    }
}

/// The unit in which matching messages are counted.
public enum RequestedUnit: String, Codable, Hashable, Sendable, CaseIterable {
    case messages
    case threads
    /// The copies of messages: each is a file of a Maildir.
    case files
}

/// The number of messages that match a filter, or of their threads or copies.
public struct CountMessages: LedgerQuery {
    public static let name = "count-messages"
    public typealias Answer = CountForm
    public var filter: MessageQuery?
    /// ``RequestedUnit/messages`` if it is nil.
    public var output: RequestedUnit?

    public init(filter: MessageQuery? = nil, output: RequestedUnit? = nil) {
        self.filter = filter
        self.output = output
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let (filter, unit) = (try reader.filter(filter), output ?? .messages)
        let count =
            switch unit {
            case .messages:
                try reader.erasedMessages(matching: filter)?.count ?? reader.countMessages(matching: filter)
            case .threads: try reader.countThreads(matching: filter)
            case .files: try reader.countCopies(matching: filter)
            }
        return CountForm(
            query: self.filter?.text ?? "", understood: filter.explanation(in: reader.environment.queryContext),
            output: unit.rawValue, count: count)
    }
}

/// Threads with a message that matches a filter: pinned ones first, then the latest; archived ones only on request.
public struct ListThreads: LedgerQuery {
    public static let name = "list-threads"
    public typealias Answer = Rows<ThreadForm>
    public var filter: MessageQuery?
    public var isPinned: Bool?
    public var isMuted: Bool?
    /// False if it is nil.
    public var isArchived: Bool?
    public var isUnread: Bool?
    /// Whether to list archived ones, too.
    public var includesArchived: Bool?
    /// Whether a message with another subject begins a new thread.
    public var splitsBySubject: Bool?
    public var order: RequestOrder?
    public var limit: PageLimit
    public var offset: PageOffset

    enum CodingKeys: String, CodingKey {
        case filter
        case isPinned = "is_pinned"
        case isMuted = "is_muted"
        case isArchived = "is_archived"
        case isUnread = "is_unread"
        case includesArchived = "include_archived"
        case splitsBySubject = "split_subjects"
        case order, limit, offset
    }

    public init(
        filter: MessageQuery? = nil, isPinned: Bool? = nil, isMuted: Bool? = nil, isArchived: Bool? = nil,
        isUnread: Bool? = nil, includesArchived: Bool? = nil, splitsBySubject: Bool? = nil,
        order: RequestOrder? = nil, limit: Int? = nil, offset: Int = 0
    ) {
        self.filter = filter
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
        self.isUnread = isUnread
        self.includesArchived = includesArchived
        self.splitsBySubject = splitsBySubject
        self.order = order
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let filter = try reader.filter(filter)
        let conditions = ThreadConditions(
            isPinned: isPinned, isMuted: isMuted, isArchived: isArchived ?? (includesArchived == true ? nil : false),
            isUnread: isUnread)
        let order = (order ?? .newest).order
        return Rows(of: reader) { body in
            var endings = MessageEndings(reader)
            guard splitsBySubject != true else {
                let rows = try reader.threads(
                    matching: filter, where: conditions, splitsBySubject: true, order: order, limit: limit.rows,
                    offset: offset.rows)
                for row in rows { guard try body(ThreadForm(row, ending: endings.ending(at: row.end))) else { return } }
                return
            }
            try reader.forEachThread(
                matching: filter, where: conditions, order: order, limit: limit.rows, offset: offset.rows
            ) { try body(ThreadForm($0, ending: endings.ending(at: $0.end))) }
        }
    }
}

/// The newest messages that have all the words.
public struct SearchMessages: LedgerQuery {
    public static let name = "search"
    public typealias Answer = [MessageForm]
    public var words: String
    public var account: String?
    public var limit: PageLimit
    public var offset: PageOffset

    public init(words: String, account: String? = nil, limit: Int? = nil, offset: Int = 0) {
        self.words = words
        self.account = account
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let limit = limit.rows ?? MessageSearch.maximum
        guard limit <= MessageSearch.maximum else {
            throw DomainError.invalid(field: "limit", reason: "is a number from 0 to \(MessageSearch.maximum)")
        }
        return try reader.messages(withAllWords: words, account: account, limit: limit, offset: offset.rows)
            .map(MessageForm.init)
    }
}

/// The numbers of unread messages, by account and folder.
public struct CountUnread: LedgerQuery {
    public static let name = "count-unread"
    public typealias Answer = UnreadForm
    public var account: String?
    public var folder: String?

    public init(account: String? = nil, folder: String? = nil) {
        self.account = account
        self.folder = folder
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        try UnreadForm(reader, account: account, folder: folder)
    }
}

/// The holds.
public struct ListHolds: LedgerQuery {
    public static let name = "list-holds"
    public typealias Answer = [HoldForm]
    /// Whether to include removed holds.
    public var includesRemoved: Bool?
    /// Lists only holds that cover a matching message, out of all messages ever recorded.
    public var covering: MessageQuery?

    enum CodingKeys: String, CodingKey {
        case includesRemoved = "include_removed"
        case covering
    }

    public init(includesRemoved: Bool? = nil, covering: MessageQuery? = nil) {
        self.includesRemoved = includesRemoved
        self.covering = covering
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        var holds = try reader.holds(includingRemoved: includesRemoved ?? false)
        if let covering {
            let messages = Set(try reader.streamsOfEver(matching: reader.filter(covering)))
            let guardian = try HoldGuard(reader)
            holds = try holds.filter { try !guardian.covered(by: $0, among: messages).isEmpty }
        }
        return try holds.map { try HoldForm($0, reader) }
    }
}

/// Statistics of the ledger's contents.
public struct Statistics: LedgerQuery {
    public static let name = "statistics"
    public typealias Answer = StatisticsForm

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer {
        StatisticsForm(try reader.statistics())
    }
}

/// The growth of the ledger: events by time, day and type, and mail by its month. It reads the whole log.
public struct Rates: LedgerQuery {
    public static let name = "rates"
    public typealias Answer = RatesForm

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer { RatesForm(rates: try reader.rates()) }
}

/// A folder, with its settings and counts.
public struct ShowFolder: LedgerQuery {
    public static let name = "show-folder"
    public typealias Answer = FolderForm
    /// Its path, its role, or the first digits of its id.
    public var folder: String
    public var account: String?

    public init(folder: String, account: String? = nil) {
        self.folder = folder
        self.account = account
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        FolderForm(try reader.folder(folder, inAccountNamed: account))
    }
}
