/// The facts about a conversation beside its messages.
public struct ConversationFacts: Codable, Hashable, Sendable {
    /// Its name for people.
    public var displayName: String?
    /// The URL of its picture.
    public var avatarURL: String?
    /// The participants, by their ids at the source; each once, in the order in which they joined.
    public var participants: [String]
    /// Whether it has more than two participants.
    public var isGroup: Bool

    enum CodingKeys: String, CodingKey {
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case participants
        case isGroup = "is_group"
    }

    public init(
        displayName: String? = nil, avatarURL: String? = nil, participants: [String] = [], isGroup: Bool = false
    ) {
        self.displayName = displayName
        self.avatarURL = avatarURL
        self.participants = participants.eachOnce
        self.isGroup = isGroup
    }

    /// Refuses what cannot be kept.
    public func check() throws(ValueError) {
        if let displayName { try ChatRules.checkLine(displayName, "display_name", limit: ChatRules.nameLimit) }
        if let avatarURL {
            try ChatRules.checkLine(avatarURL, "avatar_url", limit: ChatRules.urlLimit)
            if SecretFieldPolicy.holdsUserInfo(avatarURL) {
                throw ValueError(field: "avatar_url", reason: .holdsSecret)
            }
        }
        for participant in participants { try ChatRules.checkID(participant, "participant_ids") }
    }
}

extension Array where Element: Hashable {
    /// The same elements, each only at its first place.
    public var eachOnce: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
