/// What a message is to people.
public enum MessageKind: String, Hashable, Sendable, Codable, CaseIterable {
    case mail
    /// One of a conversation.
    case chat
}
