public import EventLog

/// A conversation began.
public struct ConversationOpened: Event, Hashable {
    public static let type = EventType("chat.conversation-opened", schema: 1)

    public let id: ConversationID
    public let account: AccountID
    /// Its id at the source: an opaque text that no other conversation of the account has.
    public let name: String
    public let facts: ConversationFacts

    public init(id: ConversationID, account: AccountID, name: String, facts: ConversationFacts) {
        self.id = id
        self.account = account
        self.name = name
        self.facts = facts
    }
}

/// Changed facts of a conversation; each changed field has its old and its new value.
public struct ConversationChanged: Event, Hashable {
    public static let type = EventType("chat.conversation-changed", schema: 2)

    public let conversation: ConversationID
    public let displayName: Change<String?>?
    public let avatarURL: Change<String?>?
    public let participants: ListChange<String>?
    public let isGroup: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case conversation
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case participants
        case isGroup = "is_group"
    }

    public init(
        conversation: ConversationID, displayName: Change<String?>? = nil, avatarURL: Change<String?>? = nil,
        participants: ListChange<String>? = nil, isGroup: Change<Bool>? = nil
    ) {
        self.conversation = conversation
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.participants = participants
        self.isGroup = isGroup
    }

    /// The change that leads from some facts to others; nil if they are equal.
    public init?(conversation: ConversationID, from old: ConversationFacts, to new: ConversationFacts) {
        guard old != new else { return nil }
        self.init(
            conversation: conversation, displayName: Change(from: old.displayName, to: new.displayName),
            avatarURL: Change(from: old.avatarURL, to: new.avatarURL),
            participants: ListChange(from: old.participants, to: new.participants),
            isGroup: Change(from: old.isGroup, to: new.isGroup))
    }
}

extension ConversationFacts {
    /// Returns them with a change made.
    ///
    /// - Throws: ``ListChange/Mismatch`` for facts that are not those before the change.
    public func applying(_ changed: ConversationChanged) throws -> ConversationFacts {
        ConversationFacts(
            displayName: changed.displayName.map(\.new) ?? displayName,
            avatarURL: changed.avatarURL.map(\.new) ?? avatarURL,
            participants: try changed.participants?.applied(to: participants) ?? participants,
            isGroup: changed.isGroup?.new ?? isGroup)
    }

    /// Returns them with a change undone, and names those that no longer have the value it gave them.
    public func undoing(_ changed: ConversationChanged) -> (facts: ConversationFacts, stale: [String]) {
        var stale: [String] = []
        var facts = self
        takeBack(changed.displayName, in: &facts.displayName, named: "display_name", &stale)
        takeBack(changed.avatarURL, in: &facts.avatarURL, named: "avatar_url", &stale)
        takeBack(changed.participants, in: &facts.participants, named: "participants", &stale)
        takeBack(changed.isGroup, in: &facts.isGroup, named: "is_group", &stale)
        return (facts, stale)
    }
}

/// A conversation ended; its messages end by events of their own.
public struct ConversationDeleted: Event, Hashable {
    public static let type = EventType("chat.conversation-deleted", schema: 1)

    public let conversation: ConversationID

    public init(conversation: ConversationID) {
        self.conversation = conversation
    }
}

/// A deleted conversation was restored, unchanged.
public struct ConversationRestored: Event, Hashable {
    public static let type = EventType("chat.conversation-restored", schema: 1)

    public let conversation: ConversationID

    public init(conversation: ConversationID) {
        self.conversation = conversation
    }
}

/// The erasure of a conversation, whose earlier events were blanked.
public struct ConversationErased: Event, Hashable, ErasingEvent {
    public static let type = EventType("chat.conversation-erased", schema: 1)
    public static let kind = "conversation"

    public let conversation: ConversationID
    public let account: AccountID
    /// The number of blanked events.
    public let events: Int

    public init(conversation: ConversationID, account: AccountID, events: Int) {
        self.conversation = conversation
        self.account = account
        self.events = events
    }

    public var erasedID: UniqueID { conversation.uniqueID }
    public var erasedFrom: AccountID? { account }
}
