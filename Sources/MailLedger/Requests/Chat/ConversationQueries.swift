internal import Chat
internal import EventLog
internal import Projections

/// Conversations: pinned ones first, then that with the latest message.
public struct ListConversations: LedgerQuestion {
    public static let name = "list-conversations"
    public typealias Answer = [ChatForm]
    public var account: String?
    /// False where nothing is said.
    public var isArchived: Bool?

    enum CodingKeys: String, CodingKey {
        case account
        case isArchived = "is_archived"
    }

    public init(account: String? = nil, isArchived: Bool? = nil) {
        self.account = account
        self.isArchived = isArchived
    }

    public func answer(from ledger: Ledger) throws -> Answer {
        try ledger.read { try $0.conversations(of: account) }
            .filter { ($0.thread?.isArchived ?? false) == (isArchived ?? false) }.map(ChatForm.init)
    }
}

/// A conversation.
public struct ShowConversation: LedgerQuestion {
    public static let name = "show-conversation"
    public typealias Answer = ChatForm
    /// Its name at its source, or the first digits of its id.
    public var conversation: String

    public init(conversation: String) {
        self.conversation = conversation
    }

    public func answer(from ledger: Ledger) throws -> Answer {
        ChatForm(try ledger.read { try $0.conversation(conversation) })
    }
}
