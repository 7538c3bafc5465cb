internal import SQLiteDatabase

/// One row of a read model that an event changed.
public struct RowChange: Sendable {
    /// The change of the row, in JMAP's words (RFC 8620 section 5.2).
    public enum Kind: Int, Sendable {
        case created = 1
        case updated = 2
        case destroyed = 3
    }

    /// The kind of the row: `account`, `folder`, `message`, `thread` …
    public let entity: String
    /// The stream of the thing.
    public let id: Int64
    public let account: Int64
    public let kind: Kind
    /// Whether only counts changed.
    public let isCountsOnly: Bool
    /// Details for projections that are applied after this one; they are not stored.
    public let detail: (any Sendable)?

    public init(
        _ kind: Kind, entity: String, id: Int64, account: Int64, isCountsOnly: Bool = false,
        detail: (any Sendable)? = nil
    ) {
        self.kind = kind
        self.entity = entity
        self.id = id
        self.account = account
        self.isCountsOnly = isCountsOnly
        self.detail = detail
    }
}

/// Collects the changes that projections announce for one event, and writes them to the table `changes`.
public final class ChangeRecorder {
    /// The changes that were announced for the event so far, in order.
    public private(set) var changes: [RowChange] = []
    /// The details that were passed on for the event so far, in order.
    public private(set) var details: [any Sendable] = []
    /// The facts that were noted about the event so far, in order.
    public private(set) var notes: [any Sendable] = []
    /// The event that is applied.
    private var position = Position.start
    private let insertion: Statement
    /// Takes the rows in place of the table, while a build folds a log.
    private let tables: FoldedTables?
    /// The place of the next row: the events that one stored event is read as share its position.
    private var next = (position: Position.start, sub: 0)
    /// The last change of each kind that is not flushed yet.
    private var heads: [Head: Int64] = [:]

    private struct Head: Hashable {
        let account: Int64
        let entity: String
    }

    init(on connection: Connection, writingTo tables: FoldedTables? = nil) throws {
        self.tables = tables
        insertion = try connection.prepare("INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?)")
    }

    static func createTable(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE changes (
                position INTEGER NOT NULL,
                sub INTEGER NOT NULL,
                account INTEGER NOT NULL,
                entity TEXT NOT NULL,
                id INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                counts_only INTEGER NOT NULL,
                PRIMARY KEY (position, sub)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE change_head (
                account INTEGER NOT NULL,
                entity TEXT NOT NULL,
                position INTEGER NOT NULL,   -- the last one that changed something of this kind in the account
                PRIMARY KEY (account, entity)
            ) STRICT, WITHOUT ROWID;
            """)
    }

    /// Announces that a row changed.
    public func announce(_ change: RowChange) {
        changes.append(change)
        if change.kind != .updated, change.id != position.rawValue { hasEnds = true }
    }

    /// Passes a detail, of which no row is announced, to the projections that follow; it is not stored.
    public func tell(_ detail: any Sendable) {
        details.append(detail)
        hasEnds = true
    }

    /// Passes a fact that is neither an end nor a return on to later projections; it is not stored.
    public func note(_ fact: any Sendable) {
        notes.append(fact)
    }

    /// Whether an older thing ended or came back, or a detail was passed on.
    private(set) var hasEnds = false

    /// The announced ends and returns, except for the thing that the event made: nothing can refer to that one yet.
    public var ends: [RowChange] {
        changes.filter { $0.kind != .updated && $0.id != position.rawValue }
    }

    func begin(at position: Position) {
        self.position = position
        hasEnds = false
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
        if !notes.isEmpty { notes.removeAll(keepingCapacity: true) }
    }

    func write(at position: Position) throws {
        guard !changes.isEmpty else { return }
        if next.position != position { next = (position, 0) }
        for change in changes {
            try insert(change)
            next.sub += 1
            heads[Head(account: change.account, entity: change.entity)] = position.rawValue
        }
        changes.removeAll(keepingCapacity: true)
    }

    /// Writes the latest changes of a batch of events.
    func flush(to connection: Connection) throws {
        for (head, position) in heads {
            try connection.run(
                """
                INSERT INTO change_head VALUES (\(bind: head.account), \(bind: head.entity), \(bind: position))
                ON CONFLICT DO UPDATE SET position = excluded.position
                """)
        }
        heads.removeAll(keepingCapacity: true)
    }

    // An event adds three of these rows, and an insertion takes SQLite half a microsecond: binding its values as a pack
    // would double that.
    private func insert(_ change: RowChange) throws {
        if let tables {
            return try tables.insert(change, position: next.position.rawValue, number: Int64(next.sub))
        }
        defer { insertion.reset() }
        try insertion.bind(integer: next.position.rawValue, at: 1)
        try insertion.bind(integer: Int64(next.sub), at: 2)
        try insertion.bind(integer: change.account, at: 3)
        try insertion.bind(text: change.entity, at: 4)
        try insertion.bind(integer: change.id, at: 5)
        try insertion.bind(integer: Int64(change.kind.rawValue), at: 6)
        try insertion.bind(integer: change.isCountsOnly ? 1 : 0, at: 7)
        _ = try insertion.step()
    }
}
