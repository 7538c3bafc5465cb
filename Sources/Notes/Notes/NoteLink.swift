public import Domain

/// The attachment of a note to a message, by the id of the message alone.
///
/// The link is in the note's stream and stays there when the message ends: it is shown while the message is live.
public struct NoteLink: Codable, Hashable, Sendable {
    /// The message, or the one that the thread is known by.
    public let message: MessageID
    public let scope: Scope

    /// Whether the link is to the message alone, or to the thread that it belongs to at any time.
    public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
        case message
        case thread
    }

    public init(message: MessageID, scope: Scope = .message) {
        self.message = message
        self.scope = scope
    }
}
