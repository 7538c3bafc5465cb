public import Domain

/// The thing that an action is attached to, by an id alone.
///
/// An action of a note ends with the note. An action of a message stays when the message is deleted, as a note does. It
/// is erased with the message.
public enum ActionHolder: Hashable, Sendable {
    case note(NoteID)
    case message(MessageID)

    /// The note, if it is one.
    public var note: NoteID? { if case .note(let note) = self { note } else { nil } }
    /// The message, if it is one.
    public var message: MessageID? { if case .message(let message) = self { message } else { nil } }
}
