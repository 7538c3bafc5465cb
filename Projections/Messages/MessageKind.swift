/// The kind of a message for people.
public enum MessageKind: String, Hashable, Sendable, Codable, CaseIterable {
    case mail
    /// One of a conversation.
    case chat
}
