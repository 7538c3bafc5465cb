internal import Chat
internal import CivilTime
internal import Domain
public import EventLog
internal import JSONCoding
internal import Mail
public import SQLite

/// Keeps the conversations, and of which of them messages are.
public final class ChatsProjector: Projection {
    public static let name = "chats"
    public static let version = 1
    public static let after = ["accounts", "messages"]
    public static let events: [any Event.Type]? = [
        ConversationOpened.self, ConversationChanged.self, ConversationDeleted.self, ConversationRestored.self,
        ChatMessageJoined.self, ChatDeliveryChanged.self, ChatReadersChanged.self, MessageErased.self,
        ConversationErased.self, AccountErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try ChatsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ChatsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let opened as ConversationOpened: try open(opened, event, changes)
        case let changed as ConversationChanged: try change(changed, event, changes)
        case is ConversationDeleted: try end(event.position, .destroyed, event, changes)
        case is ConversationRestored: try end(nil, .created, event, changes)
        case let joined as ChatMessageJoined: try join(joined, event, changes)
        case let changed as ChatDeliveryChanged:
            try connection.run(
                """
                UPDATE chat_message SET status = \(bind: changed.status.new?.rawValue)
                WHERE message = \(bind: event.stream.rawValue)
                """)
            announce(.updated, Entity.message, event, changes)
        case let changed as ChatReadersChanged:
            try connection.run(
                """
                UPDATE chat_message SET read_by = \(bind: Self.json(changed.readBy.new))
                WHERE message = \(bind: event.stream.rawValue)
                """)
            announce(.updated, Entity.message, event, changes)
        default:
            try erase(content, event, changes)
        }
    }

    private func open(_ opened: ConversationOpened, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let facts = opened.facts
        try connection.run(
            """
            INSERT INTO conversation VALUES (
                \(bind: event.stream.rawValue), \(bind: opened.id.blob), \(bind: event.account.rawValue),
                \(bind: opened.name), \(bind: facts.displayName), \(bind: facts.avatarURL),
                \(bind: Self.json(facts.participants)), \(bind: facts.isGroup), NULL)
            """)
        announce(.created, Entity.conversation, event, changes)
    }

    private func change(_ changed: ConversationChanged, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        guard let old = try ChatsQuery(on: connection).state(of: event.stream)?.facts else {
            throw ProjectionError.unknown("conversation \(changed.conversation)")
        }
        let facts = old.applying(changed)
        try connection.run(
            """
            UPDATE conversation SET display_name = \(bind: facts.displayName), avatar_url = \(bind: facts.avatarURL),
                participants = \(bind: Self.json(facts.participants)), is_group = \(bind: facts.isGroup)
            WHERE id = \(bind: event.stream.rawValue)
            """)
        announce(.updated, Entity.conversation, event, changes)
    }

    private func end(
        _ position: Position?, _ kind: RowChange.Kind, _ event: RecordedEvent, _ changes: ChangeRecorder
    ) throws {
        try connection.run(
            """
            UPDATE conversation SET ended = \(bind: position?.rawValue) WHERE id = \(bind: event.stream.rawValue)
            """)
        announce(kind, Entity.conversation, event, changes)
    }

    private func join(_ joined: ChatMessageJoined, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        try connection.run(
            """
            INSERT INTO chat_message VALUES (
                \(bind: event.stream.rawValue), \(bind: joined.conversation.blob), \(bind: joined.sender),
                \(bind: joined.createdAt.microseconds), \(bind: joined.updatedAt.microseconds),
                \(bind: event.transaction), \(bind: joined.status?.rawValue), \(bind: Self.json(joined.readBy)))
            """)
        announce(.updated, Entity.message, event, changes)
    }

    private func erase(_ content: any Event, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        switch content {
        case is MessageErased:
            try connection.run("DELETE FROM chat_message WHERE message = \(bind: event.stream.rawValue)")
        case is ConversationErased:
            try connection.run("DELETE FROM conversation WHERE id = \(bind: event.stream.rawValue)")
            announce(.destroyed, Entity.conversation, event, changes)
        case is AccountErased:
            try connection.run("DELETE FROM conversation WHERE account = \(bind: event.account.rawValue)")
        default:
            break
        }
    }

    private func announce(_ kind: RowChange.Kind, _ entity: String, _ event: RecordedEvent, _ changes: ChangeRecorder) {
        changes.announce(
            RowChange(kind, entity: entity, id: event.stream.rawValue, account: event.account.rawValue))
    }

    private static func json(_ ids: [String]) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(ids), as: UTF8.self)
    }
}
