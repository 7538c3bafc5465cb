internal import EventLog
internal import Projections

/// Which operations or changes of the log are asked for; all that is said must hold.
public struct RequestedLog: Codable, Hashable, Sendable {
    public var actor: String?
    /// A part of the reason.
    public var reason: String?
    public var command: String?
    public var operation: String?
    /// The type of an event.
    public var type: String?
    public var since: String?
    public var until: String?
    public var account: String?
    public var folder: String?
    /// Messages, in the query language.
    public var filter: String?

    public init(
        actor: String? = nil, reason: String? = nil, command: String? = nil, operation: String? = nil,
        type: String? = nil, since: String? = nil, until: String? = nil, account: String? = nil,
        folder: String? = nil, filter: String? = nil
    ) {
        self.actor = actor
        self.reason = reason
        self.command = command
        self.operation = operation
        self.type = type
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
            actor: actor, reason: reason, command: command, operation: operation, type: type, recorded: recorded,
            account: account, folder: folder, messages: try filter.map { try reader.filter(MessageQuery($0)) })
    }
}

/// The operations, the latest first.
public struct ListOperations: LedgerQuery {
    public static let name = "list-operations"
    public typealias Answer = [OperationForm]
    public var matching: RequestedLog?
    public var limit: Int?
    public var offset: Int?

    public init(matching: RequestedLog? = nil, limit: Int? = nil, offset: Int? = nil) {
        self.matching = matching
        self.limit = limit
        self.offset = offset
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let part = try RequestedPart(limit: limit, offset: offset)
        let filter = try (matching ?? RequestedLog()).resolved(in: reader)
        return try reader.operations(matching: filter, limit: part.limit, offset: part.offset).map(OperationForm.init)
    }
}

/// The changes in the life of a thing, or those of all things that a filter takes.
public struct History: LedgerQuery {
    public static let name = "history"
    public typealias Answer = [HistoryForm]
    /// The first digits of an id, an account's address, or a folder's path; nil for all things.
    public var of: String?
    public var matching: RequestedLog?
    /// Whether the latest comes first.
    public var isBackward: Bool?
    public var limit: Int?
    public var offset: Int?

    enum CodingKeys: String, CodingKey {
        case of, matching
        case isBackward = "backward"
        case limit, offset
    }

    public init(
        of name: String? = nil, matching: RequestedLog? = nil, isBackward: Bool? = nil, limit: Int? = nil,
        offset: Int? = nil
    ) {
        of = name
        self.matching = matching
        self.isBackward = isBackward
        self.limit = limit
        self.offset = offset
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let part = try RequestedPart(limit: limit, offset: offset)
        let options = HistoryOptions(
            filter: try (matching ?? RequestedLog()).resolved(in: reader), isBackward: isBackward ?? false,
            limit: part.limit, offset: part.offset)
        let folders = try reader.folderPaths()
        return try reader.history(of: of, options).map { HistoryForm($0, folders: folders) }
    }
}

/// The rows of read models that changed after a position.
public struct ListChanges: LedgerQuery {
    public static let name = "list-changes"
    public typealias Answer = [ChangeForm]
    /// The position up to which the caller knows all; 0 for the beginning.
    public var after: Int64
    public var limit: Int?

    public init(after: Int64, limit: Int? = nil) {
        self.after = after
        self.limit = limit
    }

    /// Ends with the transaction that fills the limit, so that the position of the last row is one to go on after.
    public func answer(from reader: LedgerReader) throws -> Answer {
        let limit = try RequestedPart(limit: limit).limit
        var rows: [EntityChange] = []
        var position = Position(after)
        while rows.count < limit, let next = try reader.nextChanges(after: position) {
            rows += next.changes
            position = next.position
        }
        return rows.map { ChangeForm($0) }
    }
}

/// The rows that differ between two moments.
public struct Difference: LedgerQuestion {
    public static let name = "difference"
    public typealias Answer = [DifferenceForm]
    /// As the envelope's `at` is written.
    public var from: String
    /// Now where nothing is said.
    public var to: String?
    public var account: String?
    public var folder: String?
    public var message: String?
    public var actor: String?
    public var limit: Int?

    public init(
        from: String, to: String? = nil, account: String? = nil, folder: String? = nil, message: String? = nil,
        actor: String? = nil, limit: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.account = account
        self.folder = folder
        self.message = message
        self.actor = actor
        self.limit = limit
    }

    public func answer(from ledger: Ledger) throws -> Answer {
        let limit = try RequestedPart(limit: limit).limit
        let context = ledger.queryContext()
        let difference = try ledger.difference(
            from: Moment(parsing: from, in: context), to: to.map { try Moment(parsing: $0, in: context) } ?? .now)
        let filter = DifferenceFilter(account: account, folder: folder, message: message, actor: actor)
        var forms: [DifferenceForm] = []
        try difference.forEach(matching: filter) { row in
            if forms.count < limit { forms.append(DifferenceForm(row, folders: difference.folderPaths)) }
            return forms.count < limit
        }
        return forms
    }
}

/// What was erased, and when.
public struct ListErasures: LedgerQuery {
    public static let name = "list-erasures"
    public typealias Answer = [ErasedForm]

    public init() {}

    public func answer(from reader: LedgerReader) throws -> Answer {
        try reader.erasures().map { ErasedForm($0, header: try reader.store.header(ofEvent: $0.position)) }
    }
}
