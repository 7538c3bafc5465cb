internal import Chat
internal import EventLog
internal import LedgerContexts
public import LedgerKernel
internal import Mail
internal import Projections

/// Begins a conversation that no message has to be in yet.
///
/// Where the account has one of that name, it is refused (``DomainError/alreadyExists(kind:name:)``).
public struct OpenConversationRequest: LedgerCommand {
    public static let name = "open-conversation"
    public typealias Answer = ChatForm
    public var account: String
    /// Its id at the source; its own id if it is nil.
    public var conversation: String?
    public var displayName: String?
    public var avatarURL: String?
    public var participants: [String]?
    public var isGroup: Bool?

    enum CodingKeys: String, CodingKey {
        case account, conversation
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case participants = "participant_ids"
        case isGroup = "is_group"
    }

    public init(
        account: String, conversation: String? = nil, displayName: String? = nil, avatarURL: String? = nil,
        participants: [String]? = nil, isGroup: Bool? = nil
    ) {
        self.account = account
        self.conversation = conversation
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.participants = participants
        self.isGroup = isGroup
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        try call.refuseDryRun()
        let id = ConversationID(reader.environment.newID())
        let name = conversation ?? id.description
        let facts = ConversationFacts(
            displayName: displayName, avatarURL: avatarURL, participants: participants ?? [],
            isGroup: isGroup ?? false)
        let account = try reader.account(account)
        let known = try ChatsQuery(on: reader.connection).state(named: name, in: account.stream)
        let events = try OpenConversation(name: name, facts: facts).decide(
            id: id, account: account.id, accountStream: account.stream, known: known)
        return Decision(events) { done in
            let opened = known?.stream ?? done.receipt.map { StreamID($0.firstPosition.rawValue) } ?? .none
            guard let row = try done.read({ try ChatsQuery(on: $0.connection).conversation(opened) }) else {
                throw DomainError.notFound(kind: "conversation", name: name)
            }
            return ChatForm(row)
        }
    }
}

/// Changes the facts of a conversation; an empty text removes a value.
public struct ChangeConversationRequest: LedgerCommand {
    public static let name = "change-conversation"
    public typealias Answer = OutcomeForm
    public var conversation: String
    public var displayName: String?
    public var avatarURL: String?
    /// All that there are then.
    public var participants: [String]?
    public var isGroup: Bool?

    enum CodingKeys: String, CodingKey {
        case conversation
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case participants = "participant_ids"
        case isGroup = "is_group"
    }

    public init(
        conversation: String, displayName: String? = nil, avatarURL: String? = nil, participants: [String]? = nil,
        isGroup: Bool? = nil
    ) {
        self.conversation = conversation
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.participants = participants
        self.isGroup = isGroup
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let command = ChangeConversation(
            displayName: displayName, avatarURL: avatarURL, participants: participants, isGroup: isGroup)
        return .chats(try command.decide(reader.conversationState(conversation)))
    }
}

/// Ends a conversation with its messages.
public struct DeleteConversationRequest: LedgerCommand {
    public static let name = "delete-conversation"
    public typealias Answer = OutcomeForm
    public var conversation: String

    public init(conversation: String) {
        self.conversation = conversation
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let conversation = try reader.conversationState(conversation)
        let states = try MessageStates(on: reader.connection)
        let messages = try ChatsQuery(on: reader.connection).messages(of: conversation.id)
            .compactMap { try states.state(of: $0) }
        // Their ends come first, so that an undo, which goes backwards, restores the conversation before them.
        return .chats(DeleteMessages().decide(messages) + DeleteConversation().decide(conversation))
    }
}
