internal import Chat
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Projections

/// Conversations: pinned ones first, then that with the latest message.
public struct ListConversations: LedgerQuery {
    public static let name = "list-conversations"
    public typealias Answer = [ChatForm]
    public var account: String?
    /// False if it is nil.
    public var isArchived: Bool?
    /// Whether archived ones are listed, too.
    public var includesArchived: Bool?

    enum CodingKeys: String, CodingKey {
        case account
        case isArchived = "is_archived"
        case includesArchived = "include_archived"
    }

    public init(account: String? = nil, isArchived: Bool? = nil, includesArchived: Bool? = nil) {
        self.account = account
        self.isArchived = isArchived
        self.includesArchived = includesArchived
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        let isArchived = isArchived ?? (includesArchived == true ? nil : false)
        return try reader.conversations(of: account).filter { row in
            isArchived.map { $0 == (row.thread?.isArchived ?? false) } ?? true
        }.map(ChatForm.init)
    }
}

/// A conversation.
public struct ShowConversation: LedgerQuery {
    public static let name = "show-conversation"
    public typealias Answer = ChatForm
    /// Its name at its source, or the first digits of its id.
    public var conversation: String

    public init(conversation: String) {
        self.conversation = conversation
    }

    public func answer(from reader: LedgerReader) throws -> Answer {
        ChatForm(try reader.conversation(conversation))
    }
}
