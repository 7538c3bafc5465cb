public import EventLog

/// Begins a conversation that no message has to be in yet.
public struct OpenConversation: Codable, Hashable, Sendable {
    /// Its id at the source; no other conversation of the account has it.
    public var name: String
    public var facts: ConversationFacts

    public init(name: String, facts: ConversationFacts = ConversationFacts()) {
        self.name = name
        self.facts = facts
    }

    /// - Parameter known: The account's conversation of that name, deleted or not.
    /// - Throws: ``DomainError/alreadyExists(kind:name:)`` if one of that name lives.
    public func decide(
        id: ConversationID, account: AccountID, accountStream: StreamID, known: ConversationState?
    ) throws -> [ProposedEvent] {
        try ChatRules.refusing { () throws(ValueError) in
            try ChatRules.checkID(name, "name")
            try facts.check()
        }
        guard let known else {
            return [
                ProposedEvent(
                    ConversationOpened(id: id, account: account, name: name, facts: facts), target: .noStream,
                    account: .stream(.existing(accountStream)))
            ]
        }
        guard known.isDeleted else { throw DomainError.alreadyExists(kind: "conversation", name: name) }
        let restored = known.event(ConversationRestored(conversation: known.id))
        return try [restored] + ChangeConversation.decide(known.with(isDeleted: false), becoming: facts)
    }
}

/// Changes the facts of a conversation; values that are nil stay unchanged.
public struct ChangeConversation: Codable, Hashable, Sendable {
    /// An empty text takes it away.
    public var displayName: String?
    /// An empty text takes it away.
    public var avatarURL: String?
    public var participants: [String]?
    public var isGroup: Bool?

    public init(
        displayName: String? = nil, avatarURL: String? = nil, participants: [String]? = nil, isGroup: Bool? = nil
    ) {
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.participants = participants
        self.isGroup = isGroup
    }

    /// Decides nothing where all is so already.
    public func decide(_ conversation: ConversationState) throws -> [ProposedEvent] {
        func text(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        let old = conversation.facts
        let new = ConversationFacts(
            displayName: text(displayName, old.displayName), avatarURL: text(avatarURL, old.avatarURL),
            participants: participants ?? old.participants, isGroup: isGroup ?? old.isGroup)
        return try Self.decide(conversation, becoming: new)
    }

    /// Decides on what leads to these facts.
    public static func decide(
        _ conversation: ConversationState, becoming facts: ConversationFacts
    ) throws -> [ProposedEvent] {
        try ChatRules.refusing(facts.check)
        let event = ConversationChanged(conversation: conversation.id, from: conversation.facts, to: facts)
        return event.map { [conversation.event($0)] } ?? []
    }
}

/// Ends a conversation.
public struct DeleteConversation: Codable, Hashable, Sendable {
    public init() {}

    public func decide(_ conversation: ConversationState) -> [ProposedEvent] {
        conversation.isDeleted ? [] : [conversation.event(ConversationDeleted(conversation: conversation.id))]
    }
}
