public import CivilTime
public import EventLog
public import Notes
public import SQLiteDatabase

/// An action in a list.
public struct ActionRow: Sendable, Hashable, Identifiable {
    public let id: ActionID
    public let stream: StreamID
    public let holder: ActionHolder
    public let kind: ActionKind
    public let fields: ActionFields
    public let progress: ActionProgress
    public let created: Timestamp
    /// The time when its execution was recorded, while it counts as executed.
    public let executed: Timestamp?
    /// Whether the action itself was deleted; lists also omit an action whose note was deleted.
    public let isDeleted: Bool

    /// The state of the action that decisions use.
    public var state: ActionState {
        ActionState(
            id: id, stream: stream, holder: holder, kind: kind, fields: fields, progress: progress,
            isDeleted: isDeleted)
    }
}

extension ActionRow {
    fileprivate static let columns: SQL = """
        uuid, id, note, message, kind, \(ActionFields.columns.names()), status, service, draft, calendar, error, created,
        executed, ended IS NOT NULL
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), holder: ActionHolder(from: &row), kind: row.next(),
            fields: ActionFields(from: &row), progress: ActionProgress(from: &row), created: row.next(),
            executed: row.next(), isDeleted: row.next())
    }
}

extension ActionHolder {
    fileprivate init(from row: inout RowReader) throws {
        let (note, message) = try (row.next(NoteID?.self), row.next(MessageID?.self))
        guard let holder = note.map(Self.note) ?? message.map(Self.message) else {
            throw ProjectionError.malformed("an action is on nothing")
        }
        self = holder
    }
}

extension ActionProgress {
    fileprivate init(from row: inout RowReader) throws {
        let stage = try row.next(ActionStage.self)
        let execution = try ActionExecution(service: row.next(), draft: row.next(), calendar: row.next())
        try self.init(stage: stage, execution: stage == .executed ? execution : nil, error: row.next())
    }
}

/// A selection of actions; each condition narrows it further.
public struct ActionFilter: Hashable, Sendable {
    public var kind: ActionKind?
    /// Actions at any of these stages; all if it is empty.
    public var stages: [ActionStage] = []
    public var priority: ActionUrgency?
    /// Actions of this note.
    public var note: NoteID?
    /// Actions of this message.
    public var message: MessageID?
    /// Actions with a time at or after this one.
    public var since: Timestamp?
    /// Actions with a time before this one.
    public var until: Timestamp?

    public init() {}

    fileprivate var sql: SQL {
        var conditions: [SQL] = ["action.is_live"]
        if let kind { conditions.append("kind = \(bind: kind.rawValue)") }
        if !stages.isEmpty {
            conditions.append("status IN (\(stages.map { "\(bind: $0.rawValue)" as SQL }.joined(separator: ", ")))")
        }
        if let priority { conditions.append("priority = \(bind: priority.rawValue)") }
        if let note { conditions.append("note = \(bind: note.blob)") }
        if let message { conditions.append("message = \(bind: message.blob)") }
        if let since { conditions.append("scheduled >= \(bind: since.microseconds)") }
        if let until { conditions.append("scheduled < \(bind: until.microseconds)") }
        return conditions.joined(separator: " AND ")
    }
}

/// Queries for actions.
public struct ActionsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Lends the live actions that match a filter; the closure returns false to stop early.
    ///
    /// Those with a time come first, the earliest first, then the others in the order of recording.
    public func forEach(
        matching filter: ActionFilter, limit: Int? = nil, offset: Int = 0, _ body: (ActionRow) throws -> Bool
    ) throws {
        try connection.lend(
            """
            SELECT \(ActionRow.columns) FROM action WHERE \(filter.sql) ORDER BY scheduled IS NULL, scheduled, id
            LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """, as: ActionRow.init(from:), to: body)
    }

    /// Counts the live actions that match a filter.
    public func count(matching filter: ActionFilter) throws -> Int {
        try connection.first("SELECT count(*) FROM action WHERE \(filter.sql)") { try $0.next() } ?? 0
    }

    /// Returns the action with this stream, deleted or not.
    public func action(_ stream: StreamID) throws -> ActionRow? {
        try connection.first(
            "SELECT \(ActionRow.columns) FROM action WHERE id = \(bind: stream.rawValue)", row: ActionRow.init(from:))
    }

    /// Returns the action with an id, deleted or not.
    public func action(withID id: ActionID) throws -> ActionRow? {
        try connection.first(
            "SELECT \(ActionRow.columns) FROM action WHERE uuid = \(bind: id.blob)", row: ActionRow.init(from:))
    }

    /// Returns the streams of the actions that are on some messages themselves, deleted ones too.
    ///
    /// - Complexity: O(actions that are on messages).
    public func streams(on messages: Set<MessageID>) throws -> [StreamID] {
        guard !messages.isEmpty else { return [] }
        let rows = try connection.rows("SELECT message, id FROM action WHERE message IS NOT NULL ORDER BY id") {
            try ($0.next(MessageID.self), $0.next(StreamID.self))
        }
        return rows.compactMap { message, stream in messages.contains(message) ? stream : nil }
    }

    /// Returns the streams of the actions with a title, up to ten; if there is none, of those whose id has that prefix.
    public func streams(named name: String, includingDeleted: Bool = false) throws -> [StreamID] {
        try connection.streams(
            named: name, in: NamedRows(source: "action"), where: includingDeleted ? "TRUE" : "is_live")
    }
}
