internal import CivilTime
internal import Cryptography
public import EventLog
internal import Notes
public import SQLiteDatabase

/// Keeps the actions, and which of them ended with their notes.
public final class ActionsProjector: Projection {
    public static let name = "actions"
    public static let version = 2
    public static let after = ["notes"]
    public static let events: [any Event.Type]? = [
        ActionAdded.self, ActionChanged.self, ActionStatusChanged.self, ActionDeleted.self, ActionRestored.self,
        ActionErased.self, NoteDeleted.self, NoteRestored.self,
    ]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.action, in: ActionsSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try ActionsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ActionsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let deleted as NoteDeleted: try setLive(of: deleted.note, .destroyed, event, changes)
        case let restored as NoteRestored: try setLive(of: restored.note, .created, event, changes)
        default:
            try shown.announce(event.stream.rawValue, account: event.account.rawValue, changes) {
                try take(content, event)
            }
        }
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        let id = event.stream.rawValue
        switch content {
        case let added as ActionAdded: try insert(added, event)
        case let changed as ActionChanged:
            try connection.update("action", id, ActionFields.columns.assignments(of: changed))
        case let changed as ActionStatusChanged: try update(id, changed, at: event.recordedAt)
        case is ActionDeleted: try end(id, at: event.position)
        case is ActionRestored: try end(id, at: nil)
        case is ActionErased: try connection.run("DELETE FROM action WHERE id = \(bind: id)")
        default: break
        }
    }

    private func insert(_ added: ActionAdded, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO action (id, uuid, note, message, kind, status, created, is_live, \(ActionFields.columns.names()))
            VALUES (
                \(bind: event.stream.rawValue), \(bind: added.id.blob), \(bind: added.note?.blob),
                \(bind: added.message?.blob), \(bind: added.kind.rawValue), \(bind: ActionStage.pending.rawValue),
                \(bind: event.recordedAt.microseconds), TRUE, \(try ActionFields.columns.values(of: added.fields)))
            """)
    }

    private func update(_ id: Int64, _ changed: ActionStatusChanged, at time: Timestamp) throws {
        var assignments: [SQL] = []
        if let status = changed.status {
            assignments.append("status = \(bind: status.new.rawValue)")
            let executed = status.new == .executed ? time.microseconds : nil
            assignments.append("executed = \(bind: executed)")
        }
        if let execution = changed.execution {
            assignments.append("service = \(bind: execution.new?.service)")
            assignments.append("draft = \(bind: execution.new?.draft?.blob)")
            assignments.append("calendar = \(bind: execution.new?.calendar?.bytes)")
        }
        if let error = changed.error { assignments.append("error = \(bind: error.new)") }
        try connection.update("action", id, assignments)
    }

    private func end(_ id: Int64, at position: Position?) throws {
        try connection.end("action", id, at: position)
        try connection.run("UPDATE action SET is_live = \(Self.isLive) WHERE id = \(bind: id)")
    }

    /// Ends the actions of a note that ended, or brings them back.
    private func setLive(
        of note: NoteID, _ kind: RowChange.Kind, _ event: RecordedEvent, _ changes: ChangeRecorder
    ) throws {
        let condition: SQL = "note = \(bind: note.blob) AND is_live <> \(Self.isLive)"
        let changed = try connection.rows("SELECT id FROM action WHERE \(condition) ORDER BY id") {
            try $0.next(Int64.self)
        }
        try connection.run("UPDATE action SET is_live = \(Self.isLive) WHERE \(condition)")
        for id in changed {
            changes.announce(RowChange(kind, entity: Entity.action, id: id, account: event.account.rawValue))
        }
    }

    private static let isLive: SQL = """
        (action.ended IS NULL AND NOT EXISTS (
            SELECT 1 FROM note WHERE note.uuid = action.note AND note.ended IS NOT NULL))
        """
}
