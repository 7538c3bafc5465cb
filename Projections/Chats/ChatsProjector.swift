internal import Chat
internal import CivilTime
internal import Domain
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the conversations, and of which of them messages are.
public final class ChatsProjector: Projection {
    public static let name = "chats"
    public static let version = 3
    public static let after = ["accounts", "messages"]
    public static let events: [any Event.Type]? = [
        ConversationOpened.self, ConversationChanged.self, ConversationDeleted.self, ConversationRestored.self,
        ChatMessageJoined.self, ChatDeliveryChanged.self, ChatReadersChanged.self, MessageErased.self,
        ConversationErased.self, AccountErased.self,
    ]

    public static let follows = true

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.conversation, in: ChatsSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try ChatsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ChatsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        let message = event.stream.rawValue
        switch content {
        case let joined as ChatMessageJoined:
            try join(joined, event)
            try announceMessage(event, changes)
            try settleLast(after: [message], changes)
        case let changed as ChatDeliveryChanged:
            try connection.run(
                """
                UPDATE chat_message SET status = \(bind: changed.status.new?.rawValue) WHERE message = \(bind: message)
                """)
            try announceMessage(event, changes)
        case let changed as ChatReadersChanged:
            try read(changed, event)
            try announceMessage(event, changes)
        case is MessageErased:
            try connection.run("DELETE FROM chat_message WHERE message = \(bind: message)")
            try settleLast(after: [message], changes)
        case is AccountErased:
            try connection.run("DELETE FROM conversation WHERE account = \(bind: event.account.rawValue)")
        default:
            try shown.announce(event.stream.rawValue, account: event.account.rawValue, changes) {
                try take(content, event)
            }
        }
    }

    public func follow(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        var messages: [Int64] = []
        changes.forEachTransition { transition, _ in
            if transition.before?.isLive != transition.after.isLive { messages.append(transition.message) }
        }
        try settleLast(after: messages, changes)
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        let id = event.stream.rawValue
        switch content {
        case let opened as ConversationOpened: try open(opened, event)
        case let changed as ConversationChanged: try change(changed, event)
        case is ConversationDeleted:
            try connection.run(
                "UPDATE conversation SET ended = \(bind: event.position.rawValue) WHERE id = \(bind: id)")
        case is ConversationRestored:
            try connection.run("UPDATE conversation SET ended = NULL WHERE id = \(bind: id)")
        case is ConversationErased: try connection.run("DELETE FROM conversation WHERE id = \(bind: id)")
        default: break
        }
    }

    private func open(_ opened: ConversationOpened, _ event: RecordedEvent) throws {
        let facts = opened.facts
        try connection.run(
            """
            INSERT INTO conversation VALUES (
                \(bind: event.stream.rawValue), \(bind: opened.id.blob), \(bind: event.account.rawValue),
                \(bind: opened.name), \(bind: facts.displayName), \(bind: facts.avatarURL),
                \(bind: facts.participants.columnJSON()), \(bind: facts.isGroup), NULL, NULL)
            """)
    }

    private func change(_ changed: ConversationChanged, _ event: RecordedEvent) throws {
        guard let old = try ChatsQuery(on: connection).state(of: event.stream)?.facts else {
            throw ProjectionError.unknown("conversation \(changed.conversation)")
        }
        let facts = try old.applying(changed)
        try connection.run(
            """
            UPDATE conversation SET display_name = \(bind: facts.displayName), avatar_url = \(bind: facts.avatarURL),
                participants = \(bind: facts.participants.columnJSON()), is_group = \(bind: facts.isGroup)
            WHERE id = \(bind: event.stream.rawValue)
            """)
    }

    private func read(_ changed: ChatReadersChanged, _ event: RecordedEvent) throws {
        guard let old = try ChatsQuery(on: connection).messageState(event.stream)?.readBy else {
            throw ProjectionError.unknown("message \(changed.message)")
        }
        let readers = try changed.readBy.applied(to: old).columnJSON()
        try connection.run(
            "UPDATE chat_message SET read_by = \(bind: readers) WHERE message = \(bind: event.stream.rawValue)")
    }

    private func join(_ joined: ChatMessageJoined, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO chat_message VALUES (
                \(bind: event.stream.rawValue), \(bind: joined.conversation.blob), \(bind: joined.sender),
                \(bind: joined.createdAt.microseconds), \(bind: joined.updatedAt.microseconds),
                \(bind: event.transaction), \(bind: joined.status?.rawValue), \(bind: joined.readBy.columnJSON()))
            """)
    }

    private func announceMessage(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        guard try connection.isLive(message: event.stream.rawValue) else { return }
        changes.announce(
            RowChange(
                .updated, entity: Entity.message, id: event.stream.rawValue, account: event.account.rawValue))
    }

    /// Works out the latest messages of conversations whose messages came, ended, came back or were erased.
    private func settleLast(after messages: [Int64], _ changes: ChangeRecorder) throws {
        guard !messages.isEmpty else { return }
        let changed = try connection.rows(
            """
            UPDATE conversation SET last_message = \(Self.last)
            WHERE (last_message IN (\(.rows(messages))) OR uuid IN (
                    SELECT conversation FROM chat_message WHERE message IN (\(.rows(messages)))))
                AND last_message IS NOT \(Self.last)
            RETURNING id, account, ended IS NULL
            """
        ) { try (id: $0.next(Int64.self), account: $0.next(Int64.self), isLive: $0.next(Bool.self)) }
        for row in changed.sorted(by: { $0.id < $1.id }) where row.isLive {
            guard try connection.isLive(account: row.account) else { continue }
            changes.announce(RowChange(.updated, entity: Entity.conversation, id: row.id, account: row.account))
        }
    }

    private static let last: SQL = """
        (SELECT chat_message.message FROM chat_message CROSS JOIN message ON message.id = chat_message.message
            WHERE chat_message.conversation = conversation.uuid AND message.is_live
            ORDER BY chat_message.created DESC, chat_message.message DESC LIMIT 1)
        """
}
