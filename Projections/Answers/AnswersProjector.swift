internal import Assist
internal import CivilTime
public import EventLog
public import SQLiteDatabase

/// Keeps the canned answers and their uses, those that are over too.
public final class AnswersProjector: Projection {
    public static let name = "answers"
    public static let version = 2
    public static let after = ["profiles"]
    public static let events: [any Event.Type]? = [
        AnswerAdded.self, AnswerChanged.self, AnswerUsed.self, AnswerUseCancelled.self, AnswerUseRestored.self,
        AnswerDeleted.self, AnswerRestored.self, AnswerErased.self, ProfileDeleted.self, ProfileRestored.self,
    ]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.answer, in: AnswersSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try AnswersSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try AnswersSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let deleted as ProfileDeleted:
            return try announceAnswers(of: deleted.profile, .destroyed, changes)
        case let restored as ProfileRestored:
            return try announceAnswers(of: restored.profile, .created, changes)
        default:
            try shown.announce(event.stream.rawValue, account: 0, changes) { try take(content, event) }
        }
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        let answer = event.stream.rawValue
        switch content {
        case let added as AnswerAdded: try insert(added, event)
        case let changed as AnswerChanged: try update(changed, event)
        case let used as AnswerUsed:
            try connection.run(
                """
                INSERT INTO answer_use VALUES (
                    \(bind: event.position.rawValue), \(bind: answer), \(bind: event.recordedAt.microseconds),
                    \(bind: used.message?.blob), \(bind: used.draft?.blob), 0)
                """)
        case let cancelled as AnswerUseCancelled: try setCancelled(true, use: cancelled.use)
        case let restored as AnswerUseRestored: try setCancelled(false, use: restored.use)
        case is AnswerDeleted: try connection.end("answer", answer, at: event.position)
        case is AnswerRestored: try connection.end("answer", answer, at: nil)
        case is AnswerErased:
            // Views that are built from the blanked log never had it.
            try connection.run("DELETE FROM answer WHERE id = \(bind: answer)")
            try connection.run("DELETE FROM answer_use WHERE answer = \(bind: answer)")
        default: break
        }
    }

    private func insert(_ added: AnswerAdded, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO answer (id, uuid, profile, \(AnswerAdded.columns.names()), created, updated)
            VALUES (
                \(bind: event.stream.rawValue), \(bind: added.id.blob), \(bind: added.profile?.blob),
                \(try AnswerAdded.columns.values(of: added)), \(bind: event.recordedAt.microseconds),
                \(bind: event.recordedAt.microseconds))
            """)
    }

    private func update(_ changed: AnswerChanged, _ event: RecordedEvent) throws {
        let updated: SQL = "updated = \(bind: event.recordedAt.microseconds)"
        try connection.update(
            "answer", event.stream.rawValue, [updated] + AnswerAdded.columns.assignments(of: changed))
    }

    private func setCancelled(_ isCancelled: Bool, use: Int64) throws {
        try connection.run(
            "UPDATE answer_use SET is_cancelled = \(bind: isCancelled) WHERE position = \(bind: use)")
    }

    /// An answer that is deleted and restored with its profile has no event of its own.
    private func announceAnswers(of profile: ProfileID, _ kind: RowChange.Kind, _ changes: ChangeRecorder) throws {
        let answers = try connection.rows(
            "SELECT id FROM answer WHERE profile = \(bind: profile.blob) AND ended IS NULL ORDER BY id"
        ) { try $0.next(Int64.self) }
        for answer in answers { changes.announce(RowChange(kind, entity: Entity.answer, id: answer, account: 0)) }
    }
}
