internal import EventLog
internal import LedgerContexts
public import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage

/// The operations or changes of the log to select; all conditions must be met.
public struct RequestedLog: Codable, Hashable, Sendable {
    public var actor: String?
    /// The user and the host that the operating system named.
    public var osUser: String?
    public var host: String?
    /// A part of the reason.
    public var reason: String?
    public var command: String?
    public var operation: String?
    /// The type of an event.
    public var type: String?
    /// The effect of the events.
    public var effect: Effect?
    public var since: String?
    public var until: String?
    public var account: String?
    public var folder: String?
    /// Messages, in the query language.
    public var filter: MessageQuery?

    enum CodingKeys: String, CodingKey {
        case actor
        case osUser = "os_user"
        case host, reason, command, operation, type, effect, since, until, account, folder, filter
    }

    public init(
        actor: String? = nil, osUser: String? = nil, host: String? = nil, reason: String? = nil,
        command: String? = nil, operation: String? = nil, type: String? = nil, effect: Effect? = nil,
        since: String? = nil, until: String? = nil, account: String? = nil,
        folder: String? = nil, filter: MessageQuery? = nil
    ) {
        self.actor = actor
        self.osUser = osUser
        self.host = host
        self.reason = reason
        self.command = command
        self.operation = operation
        self.type = type
        self.effect = effect
        self.since = since
        self.until = until
        self.account = account
        self.folder = folder
        self.filter = filter
    }

    func resolved(in reader: LedgerReader) throws -> LogFilter {
        let context = reader.environment.queryContext
        let recorded = since == nil && until == nil ? nil : try Bounds(since: since, until: until, in: context)
        return LogFilter(
            actor: actor, osUser: osUser, host: host, reason: reason, command: command, operation: operation,
            type: type, effect: effect, recorded: recorded, account: account, folder: folder,
            messages: try filter.map { try reader.filter($0) })
    }
}

/// The operations, the latest first.
public struct ListOperations: LedgerQuery {
    public static let name = "list-operations"
    public typealias Answer = Rows<OperationForm>
    public var matching: RequestedLog?
    /// Whether each thing is named that ended or came back with an account or a folder.
    public var unfolds: Bool?
    /// The last position of the operation behind which the list goes on.
    public var before: Int64?
    public var limit: PageLimit
    public var offset: PageOffset

    enum CodingKeys: String, CodingKey {
        case matching
        case unfolds = "unfold"
        case before, limit, offset
    }

    public init(
        matching: RequestedLog? = nil, unfolds: Bool? = nil, before: Int64? = nil, limit: Int? = nil, offset: Int = 0
    ) {
        self.matching = matching
        self.unfolds = unfolds
        self.before = before
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        if let before, before < 0 {
            throw DomainError.invalid(field: "before", reason: "is a position, from 0 on")
        }
        let filter = try (matching ?? RequestedLog()).resolved(in: reader)
        return Rows(of: reader) { body in
            try reader.forEachOperation(
                matching: filter, before: before.map { Position($0) }, limit: limit.rows, offset: offset.rows,
                unfolds: unfolds ?? false
            ) { try body(OperationForm($0)) }
        }
    }
}

/// The changes in the life of a thing, or those of all things that a filter takes.
public struct History: LedgerQuery {
    public static let name = "history"
    public typealias Answer = Rows<HistoryForm>
    /// The first digits of an id, an account's address, or a folder's path; nil for all things.
    public var of: String?
    public var matching: RequestedLog?
    /// Whether the latest comes first.
    public var isBackward: Bool?
    /// Whether each thing is named that ended or came back with an account or a folder.
    public var unfolds: Bool?
    public var limit: PageLimit
    public var offset: PageOffset

    enum CodingKeys: String, CodingKey {
        case of, matching
        case isBackward = "backward"
        case unfolds = "unfold"
        case limit, offset
    }

    public init(
        of name: String? = nil, matching: RequestedLog? = nil, isBackward: Bool? = nil, unfolds: Bool? = nil,
        limit: Int? = nil,
        offset: Int = 0
    ) {
        of = name
        self.matching = matching
        self.isBackward = isBackward
        self.unfolds = unfolds
        self.limit = PageLimit(limit)
        self.offset = PageOffset(offset)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let options = HistoryOptions(
            filter: try (matching ?? RequestedLog()).resolved(in: reader), isBackward: isBackward ?? false,
            limit: limit.rows, offset: offset.rows, unfolds: unfolds ?? false)
        let folders = try reader.folderPaths()
        return Rows(of: reader) { body in
            try reader.forEachHistoryEntry(of: of, options) { try body(HistoryForm($0, folders: folders)) }
        }
    }
}

/// The rows of read models that changed after a position.
public struct ListChanges: LedgerQuery {
    public static let name = "list-changes"
    public typealias Answer = Rows<ChangeForm>
    /// The position up to which the caller knows all; 0 for the beginning.
    public var after: Int64
    public var limit: PageLimit

    public init(after: Int64, limit: Int? = nil) {
        self.after = after
        self.limit = PageLimit(limit)
    }

    /// Ends with the transaction that fills the limit, so that the next page can start after the position of the last
    /// row.
    ///
    /// - Throws: `DomainError/invalid(field:reason:)` for a position that the log does not have.
    public func answer(from reader: LedgerReader) throws -> Answer {
        let start = try reader.position(behind: after)
        return Rows(of: reader) { body in
            var (count, position) = (0, start)
            while count < limit.rows ?? .max, let next = try reader.nextChanges(after: position) {
                for change in next.changes { guard try body(ChangeForm(change, next.header)) else { return } }
                count += next.changes.count
                position = next.position
            }
        }
    }
}

/// The mail that came after a position, is unread, is from somebody else, and is neither spam nor in a muted thread.
public struct ListArrivals: LedgerQuery {
    public static let name = "list-arrivals"
    public typealias Answer = Rows<ArrivalForm>
    /// The position up to which the caller knows all; 0 for the beginning.
    public var after: Int64
    public var limit: PageLimit

    public init(after: Int64, limit: Int? = nil) {
        self.after = after
        self.limit = PageLimit(limit)
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let start = try reader.position(behind: after)
        return Rows(of: reader) { body in
            var count = 0
            try reader.forEachArrival(after: start) { row in
                guard count < limit.rows ?? .max else { return false }
                count += 1
                return try body(ArrivalForm(row))
            }
        }
    }
}

/// The rows that differ between two moments.
public struct Difference: LedgerQuestion {
    public static let name = "difference"
    public typealias Answer = [DifferenceForm]
    /// As the envelope's `at` is written.
    public var from: String
    /// Now if it is nil.
    public var to: String?
    public var account: String?
    public var folder: String?
    public var message: String?
    /// Messages in the query language, out of all that were ever recorded, in their present state.
    public var filter: MessageQuery?
    public var actor: String?
    public var limit: PageLimit

    public init(
        from: String, to: String? = nil, account: String? = nil, folder: String? = nil, message: String? = nil,
        filter: MessageQuery? = nil, actor: String? = nil, limit: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.account = account
        self.folder = folder
        self.message = message
        self.filter = filter
        self.actor = actor
        self.limit = PageLimit(limit)
    }

    public func answer(from ledger: Ledger) throws -> Answer {
        let context = ledger.environment.queryContext
        let difference = try ledger.replay.difference(
            from: Moment(parsing: from, in: context), to: to.map { try Moment(parsing: $0, in: context) } ?? .now)
        let messages = try filter.map { query in try ledger.read { try $0.filter(query) } }
        let filter = DifferenceFilter(
            account: account, folder: folder, message: message, messages: messages, actor: actor)
        var forms: [DifferenceForm] = []
        try difference.forEach(matching: filter) { row in
            guard forms.count < limit.rows ?? .max else { return false }
            forms.append(DifferenceForm(row, folders: difference.folderPaths))
            return true
        }
        return forms
    }
}

/// The erasures, with their times.
public struct ListErasures: LedgerQuery {
    public static let name = "list-erasures"
    public typealias Answer = [ErasedForm]

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.erasures().map { ErasedForm($0, header: try reader.store.header(ofEvent: $0.position)) }
    }
}
