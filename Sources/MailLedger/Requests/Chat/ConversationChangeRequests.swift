internal import Chat
internal import EventLog

/// Begins a conversation that no message has to be in yet.
public struct OpenConversationRequest: LedgerWork {
    public static let name = "open-conversation"
    public typealias Answer = ChatForm
    public var account: String
    /// By what its source knows it; its id where nothing is said.
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try call.refuseDryRun()
        let facts = ConversationFacts(
            displayName: displayName, avatarURL: avatarURL, participants: participants ?? [],
            isGroup: isGroup ?? false)
        let row = try ledger.openConversation(conversation, facts: facts, account: account, context: call.context)
        return CommandResult(ChatForm(row), operation: call.context.operation)
    }
}

/// Changes what is said of a conversation; an empty text takes a value away.
public struct ChangeConversationRequest: LedgerWork {
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

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let command = ChangeConversation(
            displayName: displayName, avatarURL: avatarURL, participants: participants, isGroup: isGroup)
        return CommandResult(
            try ledger.changeConversation(
                conversation, command, context: call.context, dryRun: call.isDryRun), in: call)
    }
}

/// Ends a conversation with its messages.
public struct DeleteConversationRequest: LedgerWork {
    public static let name = "delete-conversation"
    public typealias Answer = OutcomeForm
    public var conversation: String

    public init(conversation: String) {
        self.conversation = conversation
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            try ledger.deleteConversation(conversation, context: call.context, dryRun: call.isDryRun), in: call)
    }
}
