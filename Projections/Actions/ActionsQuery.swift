public import CivilTime
public import EventLog
internal import Hashing
internal import JSONCoding
public import Notes
public import SQLite

/// An action as it is listed and shown.
public struct ActionRow: Sendable, Hashable, Identifiable {
    public let id: ActionID
    public let stream: StreamID
    public let holder: ActionHolder
    public let kind: ActionKind
    public let fields: ActionFields
    public let progress: ActionProgress
    public let created: Timestamp
    /// When its execution was recorded, while it is executed.
    public let executed: Timestamp?
    /// Whether it was deleted itself; one whose note was is in no list either.
    public let isDeleted: Bool

    /// The action as a decision sees it.
    public var state: ActionState {
        ActionState(
            id: id, stream: stream, holder: holder, kind: kind, fields: fields, progress: progress,
            isDeleted: isDeleted)
    }
}

/// Which actions are meant; each condition narrows them down further.
public struct ActionFilter: Hashable, Sendable {
    public var kind: ActionKind?
    /// Those at any of these stages; all where there are none.
    public var stages: [ActionStage] = []
    public var priority: ActionUrgency?
    /// Those of this note.
    public var note: NoteID?
    /// Those of this message.
    public var message: MessageID?
    /// Those with a time at or after this one.
    public var since: Timestamp?
    /// Those with a time before this one.
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

/// Asks for actions.
public struct ActionsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Lends the live actions that a filter takes: those with a time first, the earliest first, then the others in the order of
    /// recording; the closure returns false to stop early.
    public func forEach(
        matching filter: ActionFilter, limit: Int? = nil, offset: Int = 0, _ body: (ActionRow) throws -> Bool
    ) throws {
        let rows = try connection.cursor(
            """
            \(Self.selection) WHERE \(filter.sql) ORDER BY scheduled IS NULL, scheduled, id
            LIMIT \(bind: limit ?? -1) OFFSET \(bind: offset)
            """)
        while try rows.step() {
            guard try body(try rows.withRow(row)) else { return }
        }
    }

    /// Counts the live actions that a filter takes.
    public func count(matching filter: ActionFilter) throws -> Int {
        try connection.first("SELECT count(*) FROM action WHERE \(filter.sql)") { Int($0.integer(0)) } ?? 0
    }

    /// Returns the action with this stream, deleted or not.
    public func action(_ stream: StreamID) throws -> ActionRow? {
        try connection.first("\(Self.selection) WHERE id = \(bind: stream.rawValue)", row: row)
    }

    /// Returns the action with an id, deleted or not.
    public func action(withID id: ActionID) throws -> ActionRow? {
        try connection.first("\(Self.selection) WHERE uuid = \(bind: id.blob)", row: row)
    }

    /// Returns the streams of the actions with a title, up to ten; where there is none, of those whose id begins so.
    public func streams(named name: String, includingDeleted: Bool = false) throws -> [StreamID] {
        let condition: SQL = includingDeleted ? "TRUE" : "is_live"
        let titled = try connection.rows("SELECT id FROM action WHERE title = \(bind: name) AND \(condition) LIMIT 10")
        {
            StreamID($0.integer(0))
        }
        guard titled.isEmpty, let range = UUIDRange(prefix: name) else { return titled }
        return try connection.rows(
            """
            SELECT id FROM action WHERE uuid BETWEEN \(bind: range.first) AND \(bind: range.last) AND \(condition)
            LIMIT 10
            """
        ) { StreamID($0.integer(0)) }
    }

    private static let selection: SQL = """
        SELECT id, uuid, note, message, kind, status, priority, title, description, scheduled, scheduled_end, location,
            attendees, email_to, email_subject, email_body, external_id, external_service, external_url, service, draft,
            calendar, error, created, executed, ended
        FROM action
        """

    private func row(_ row: borrowing Row) throws -> ActionRow {
        let holder: ActionHolder =
            if let note = row.optionalBlob(2) {
                .note(try NoteID(blob: note))
            } else {
                .message(try MessageID(blob: row.blob(3)))
            }
        guard let kind = ActionKind(rawValue: row.text(4)), let stage = ActionStage(rawValue: row.text(5)),
            let priority = ActionUrgency(rawValue: row.text(6))
        else { throw ProjectionError.malformed("action \(row.integer(0)) is of no kind") }
        return ActionRow(
            id: try ActionID(blob: row.blob(1)), stream: StreamID(row.integer(0)), holder: holder, kind: kind,
            fields: try fields(row, priority), progress: try progress(row, stage),
            created: Timestamp(microseconds: row.integer(23)),
            executed: row.optionalInteger(24).map(Timestamp.init(microseconds:)), isDeleted: !row.isNull(25))
    }

    private func fields(_ row: borrowing Row, _ priority: ActionUrgency) throws -> ActionFields {
        ActionFields(
            title: row.text(7), priority: priority, description: row.optionalText(8),
            scheduledDate: row.optionalInteger(9).map(Timestamp.init(microseconds:)),
            scheduledEndDate: row.optionalInteger(10).map(Timestamp.init(microseconds:)),
            location: row.optionalText(11),
            attendees: try JSONBytesDecoder().decode([String].self, from: Array(row.text(12).utf8)),
            emailTo: row.optionalText(13), emailSubject: row.optionalText(14), emailBody: row.optionalText(15),
            externalID: row.optionalText(16), externalService: row.optionalText(17), externalURL: row.optionalText(18))
    }

    private func progress(_ row: borrowing Row, _ stage: ActionStage) throws -> ActionProgress {
        let execution =
            stage == .executed
            ? ActionExecution(
                service: row.optionalText(19), draft: try row.optionalBlob(20).map(MessageID.init(blob:)),
                calendar: row.optionalBlob(21).flatMap(SHA256Digest.init(bytes:))) : nil
        return ActionProgress(stage: stage, execution: execution, error: row.optionalText(22))
    }
}
