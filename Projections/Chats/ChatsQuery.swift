public import Chat
public import CivilTime
public import EventLog
public import SQLiteDatabase

/// A conversation in a list.
public struct ConversationRow: Sendable, Hashable, Identifiable {
    public let id: ConversationID
    public let stream: StreamID
    public let account: String
    /// Its id at the source.
    public let name: String
    public let facts: ConversationFacts
    /// Its latest live message; nil while it has none.
    public let last: LastMessage?
    /// The thread that its messages make; mail that answers one of them is there, too, and is none of these.
    public let thread: ThreadRow?
    /// The number of its live messages.
    public let messageCount: Int
    /// How many of them are unread.
    public let unreadCount: Int

    /// The latest message of a conversation, by its date.
    public struct LastMessage: Sendable, Hashable {
        public let id: MessageID
        /// By the id at the source.
        public let sender: String
        public let createdAt: Timestamp
        /// The first words of it.
        public let snippet: String
    }
}

/// The facts about a message of a conversation beside the message itself.
public struct ChatMessageRow: Sendable, Hashable {
    public let message: MessageID
    public let stream: StreamID
    public let conversation: ConversationID
    /// The conversation's id at the source; nil if it was erased.
    public let conversationName: String?
    /// The author, by the id at the source.
    public let sender: String
    public let createdAt: Timestamp
    /// When the source last changed it.
    public let updatedAt: Timestamp
    /// The transaction that brought it.
    public let transaction: Int64
    public let status: DeliveryStatus?
    /// The readers, in the order in which they first read it.
    public let readBy: [String]
}

extension ChatMessageRow {
    /// Of `chat_message`, its `message` and its `conversation`.
    fileprivate static let columns: SQL = """
        message.uuid, message.id, chat_message.conversation, conversation.name, sender, created, updated, joined, status,
        read_by
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            message: row.next(), stream: row.next(), conversation: row.next(), conversationName: row.next(),
            sender: row.next(), createdAt: row.next(), updatedAt: row.next(), transaction: row.next(),
            status: row.next(), readBy: row.nextJSON())
    }
}

extension ConversationState {
    fileprivate static let columns: SQL = """
        conversation.uuid, conversation.id, conversation.account, conversation.name, conversation.display_name,
        conversation.avatar_url, conversation.participants, conversation.is_group, conversation.ended IS NOT NULL
        """

    fileprivate init(from row: inout RowReader) throws {
        try self.init(
            id: row.next(), stream: row.next(), accountStream: row.next(), name: row.next(),
            facts: ConversationFacts(
                displayName: row.next(), avatarURL: row.next(), participants: row.nextJSON(), isGroup: row.next()),
            isDeleted: row.next())
    }
}

/// Queries for conversations and their messages.
public struct ChatsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    // MARK: States

    /// Returns the conversation with this stream, deleted or not.
    public func state(of stream: StreamID) throws -> ConversationState? {
        try states("conversation.id = \(bind: stream.rawValue)").first
    }

    /// Returns the conversation with an id, deleted or not.
    public func state(of id: ConversationID) throws -> ConversationState? {
        try states("conversation.uuid = \(bind: id.blob)").first
    }

    /// Returns the account's conversation that its source knows by this name, deleted or not.
    public func state(named name: String, in account: StreamID) throws -> ConversationState? {
        try states(
            "conversation.account = \(bind: account.rawValue) AND conversation.name = \(bind: name)"
        ).first
    }

    /// Returns the live conversations with exactly this name or with a prefix of their id.
    public func live(named name: String, limit: Int = 10) throws -> [ConversationState] {
        let live: SQL = """
            conversation.ended IS NULL
                AND EXISTS (SELECT 1 FROM account WHERE account.id = conversation.account AND account.ended IS NULL)
            """
        return try every(named: name, where: live, limit: limit)
    }

    /// Returns the conversations, deleted or not, with exactly this name or with a prefix of their id.
    public func every(named name: String, limit: Int = 10) throws -> [ConversationState] {
        try every(named: name, where: "TRUE", limit: limit)
    }

    private func every(named name: String, where condition: SQL, limit: Int) throws -> [ConversationState] {
        let rows = NamedRows(
            source: "conversation", stream: "conversation.id", uuid: "conversation.uuid", title: "conversation.name",
            fewestDigits: 4)
        return try connection.streams(named: name, in: rows, where: condition, limit: limit).flatMap {
            try states("conversation.id = \(bind: $0.rawValue)")
        }
    }

    private func states(_ condition: SQL, limit: Int = 1) throws -> [ConversationState] {
        try connection.rows(
            """
            SELECT \(ConversationState.columns) FROM conversation WHERE \(condition)
            ORDER BY conversation.id LIMIT \(bind: limit)
            """
        ) { try ConversationState(from: &$0) }
    }

    // MARK: Conversations

    /// Returns the live conversations: pinned ones first, then that with the latest message; those without any come last.
    ///
    /// - Complexity: O(their messages), which are counted in indexes unless mail is in their threads.
    /// - Parameter account: Of which account; nil for all.
    public func conversations(of account: StreamID? = nil) throws -> [ConversationRow] {
        let scope: SQL = account.map { "conversation.account = \(bind: $0.rawValue)" } ?? "TRUE"
        let states = try connection.rows(
            """
            SELECT \(ConversationState.columns), account.address
            FROM conversation JOIN account ON account.id = conversation.account
            WHERE conversation.ended IS NULL AND account.ended IS NULL AND \(scope) ORDER BY conversation.id
            """
        ) { try (state: ConversationState(from: &$0), address: $0.next(String.self)) }
        let rows = try states.map { try row($0.state, $0.address) }
        func key(_ row: ConversationRow) -> (Int, Int64, Int64) {
            (
                row.thread?.isPinned == true ? 0 : 1, -(row.last?.createdAt.microseconds ?? .min + 1),
                row.stream.rawValue
            )
        }
        return rows.sorted { key($0) < key($1) }
    }

    /// Returns the names of the conversations whose messages form these threads: the names for people, else the
    /// participants.
    public func names(ofThreads threads: [StreamID]) throws -> [StreamID: String] {
        let rows = try connection.rows(
            """
            SELECT DISTINCT thread_member.thread, conversation.display_name, conversation.participants, conversation.name
            FROM thread_member JOIN chat_message ON chat_message.message = thread_member.message
                JOIN conversation ON conversation.uuid = chat_message.conversation
            WHERE thread_member.thread IN (\(SQL.rows(threads.map(\.rawValue))))
            """
        ) { row in
            let (thread, shown) = try (row.next(StreamID.self), row.next(String?.self))
            let participants: [String] = try row.nextJSON()
            let name = try row.next(String.self)
            return (thread, shown ?? (participants.isEmpty ? name : participants.joined(separator: ", ")))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Returns the conversation with this stream, where it lives.
    public func conversation(_ stream: StreamID) throws -> ConversationRow? {
        let found = try connection.first(
            """
            SELECT \(ConversationState.columns), account.address
            FROM conversation JOIN account ON account.id = conversation.account
            WHERE conversation.ended IS NULL AND account.ended IS NULL AND conversation.id = \(bind: stream.rawValue)
            """
        ) { try (state: ConversationState(from: &$0), address: $0.next(String.self)) }
        return try found.map { try row($0.state, $0.address) }
    }

    private func row(_ state: ConversationState, _ address: String) throws -> ConversationRow {
        let last = try connection.first(
            """
            SELECT message.uuid, chat_message.sender, chat_message.created, message.snippet, message.id
            FROM chat_message JOIN message ON message.id = chat_message.message
            WHERE message.id = (SELECT last_message FROM conversation WHERE id = \(bind: state.stream.rawValue))
            """
        ) { row in
            try (
                message: ConversationRow.LastMessage(
                    id: row.next(), sender: row.next(), createdAt: row.next(), snippet: row.next()),
                stream: row.next(StreamID.self)
            )
        }
        let threads = ThreadsQuery(on: connection)
        let stream = try last.flatMap { try threads.thread(of: $0.stream) }
        let thread = try stream.flatMap { try threads.thread($0) }
        let counts = try counts(of: state.id, stream, thread)
        return ConversationRow(
            id: state.id, stream: state.stream, account: address, name: state.name, facts: state.facts,
            last: last?.message, thread: thread, messageCount: counts.all, unreadCount: counts.unread)
    }

    /// Counts the live messages of a conversation, and the unread ones of them.
    ///
    /// All of its messages are in its thread, and if that has no others, its numbers are these. Two indexes tell that
    /// without reading a message.
    private func counts(
        of conversation: ConversationID, _ stream: StreamID?, _ thread: ThreadRow?
    ) throws -> (all: Int, unread: Int) {
        if let stream, let thread {
            let isAlone = try connection.first(
                """
                SELECT (SELECT count(*) FROM chat_message WHERE conversation = \(bind: conversation.blob))
                    = (SELECT count(*) FROM thread_member WHERE thread = \(bind: stream.rawValue))
                """
            ) { try $0.next(Bool.self) }
            if isAlone == true { return (thread.messageCount, thread.unreadCount) }
        }
        let counts = try connection.first(
            """
            SELECT count(*), ifnull(sum(message.is_unread), 0)
            FROM chat_message CROSS JOIN message ON message.id = chat_message.message
            WHERE chat_message.conversation = \(bind: conversation.blob) AND message.is_live
            """
        ) { row in try (all: row.next(Int.self), unread: row.next(Int.self)) }
        return counts ?? (0, 0)
    }

    // MARK: Messages

    /// Returns the facts about a message of a conversation, deleted or not; nil for mail.
    public func message(_ stream: StreamID) throws -> ChatMessageRow? {
        try connection.first(
            """
            SELECT \(ChatMessageRow.columns) FROM chat_message JOIN message ON message.id = chat_message.message
                LEFT JOIN conversation ON conversation.uuid = chat_message.conversation
            WHERE chat_message.message = \(bind: stream.rawValue)
            """, row: ChatMessageRow.init(from:))
    }

    /// Returns the state of a chat message for a decision, deleted or not; nil for mail.
    public func messageState(_ stream: StreamID) throws -> ChatMessageState? {
        try connection.first(
            """
            SELECT message.uuid, message.account, chat_message.conversation, status, read_by
            FROM chat_message JOIN message ON message.id = chat_message.message
            WHERE chat_message.message = \(bind: stream.rawValue)
            """
        ) { row in
            try ChatMessageState(
                message: row.next(), stream: stream, accountStream: row.next(), conversation: row.next(),
                status: row.next(), readBy: row.nextJSON())
        }
    }

    /// Returns the streams of a conversation's messages, those that live or all, in the order of recording.
    public func messages(of conversation: ConversationID, includingDeleted: Bool = false) throws -> [StreamID] {
        let live: SQL = includingDeleted ? "TRUE" : "message.is_live"
        return try connection.rows(
            """
            SELECT message.id FROM chat_message JOIN message ON message.id = chat_message.message
            WHERE chat_message.conversation = \(bind: conversation.blob) AND \(live) ORDER BY message.id
            """
        ) { try $0.next() }
    }
}
