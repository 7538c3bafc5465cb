internal import Assist
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the claims about messages, and their ids in a memory outside of the ledger.
public final class ClassificationsProjector: Projection {
    public static let name = "classifications"
    public static let version = 2
    public static let after = ["messages"]
    public static let events: [any Event.Type]? = [
        MessageClassified.self, MemoryLinked.self, MessageErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try ClassificationsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ClassificationsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let classified as MessageClassified: try update(event, assignments(of: classified), changes)
        case let linked as MemoryLinked: try update(event, assignments(of: linked), changes)
        case is MessageErased:
            try connection.run("DELETE FROM classification WHERE message = \(bind: event.stream.rawValue)")
        default: break
        }
    }

    private func assignments(of event: MessageClassified) -> [SQL] {
        var assignments: [SQL] = []
        if let category = event.category {
            let claim = category.new
            assignments += [
                "category = \(bind: claim?.value.rawValue)", "category_confidence = \(bind: claim?.confidence)",
                "category_by = \(bind: claim?.by)",
            ]
        }
        if let sentiment = event.sentiment {
            let claim = sentiment.new
            assignments += [
                "sentiment = \(bind: claim?.value.rawValue)", "intensity = \(bind: claim?.intensity?.rawValue)",
                "sentiment_by = \(bind: claim?.by)",
            ]
        }
        if let opportunityScore = event.opportunityScore {
            let claim = opportunityScore.new
            assignments += [
                "opportunity_score = \(bind: claim?.value)", "opportunity_score_by = \(bind: claim?.by)",
            ]
        }
        if let answer = event.answer {
            let claim = answer.new
            assignments += [
                "answer = \(bind: claim?.value.blob)", "answer_confidence = \(bind: claim?.confidence)",
                "answer_by = \(bind: claim?.by)",
            ]
        }
        if let replyDraft = event.replyDraft {
            let claim = replyDraft.new
            assignments += ["reply_draft = \(bind: claim?.value)", "reply_draft_by = \(bind: claim?.by)"]
        }
        return assignments
    }

    private func assignments(of event: MemoryLinked) -> [SQL] {
        var assignments: [SQL] = []
        if let memory = event.memory { assignments.append("memory = \(bind: memory.new)") }
        if let conversation = event.conversation {
            assignments.append("memory_conversation = \(bind: conversation.new)")
        }
        return assignments
    }

    private func update(_ event: RecordedEvent, _ assignments: [SQL], _ changes: ChangeRecorder) throws {
        guard !assignments.isEmpty else { return }
        let message = event.stream.rawValue
        try connection.run("INSERT OR IGNORE INTO classification (message) VALUES (\(bind: message))")
        try connection.run(
            "UPDATE classification SET \(assignments.joined(separator: ", ")) WHERE message = \(bind: message)")
        // A message without any claim left has no row, as if it never had one.
        try connection.run(
            """
            DELETE FROM classification WHERE message = \(bind: message) AND category IS NULL AND sentiment IS NULL
                AND opportunity_score IS NULL AND answer IS NULL AND reply_draft IS NULL AND memory IS NULL
                AND memory_conversation IS NULL
            """)
        guard try connection.isLive(message: message) else { return }
        changes.announce(
            RowChange(.updated, entity: Entity.message, id: message, account: event.account.rawValue))
    }
}
