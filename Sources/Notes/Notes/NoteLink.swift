public import Domain

/// What a note is on, by the id of a message alone.
///
/// The link stands in the note's stream and stays there when the message ends: it is shown while the message lives.
public struct NoteLink: Codable, Hashable, Sendable {
    /// The message, or the one that the thread is known by.
    public let message: MessageID
    public let scope: Scope

    /// Whether the message alone is meant, or the thread that it is in at any time.
    public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
        case message
        case thread
    }

    public init(message: MessageID, scope: Scope = .message) {
        self.message = message
        self.scope = scope
    }
}
