internal import EventLog
internal import Mail
internal import Projections

/// A message with everything that `show` prints: the fields of the list, and more.
public struct ShownMessageForm: Encodable, Sendable {
    package let shown: ShownMessage

    package init(_ shown: ShownMessage) {
        self.shown = shown
    }

    enum CodingKeys: CodingKey {
        case cc, bcc, replyTo, inReplyTo, sender, references, listID, contentType, effectiveReplyTo,
            normalizedSubject, text, attachments, chat, threadMessages, notes, actions, classification,
            history
    }

    public func encode(to encoder: any Encoder) throws {
        try MessageForm(shown.row).encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shown.headers.cc.map(AddressForm.init), forKey: .cc)
        try container.encode(shown.headers.bcc.map(AddressForm.init), forKey: .bcc)
        try container.encode(shown.headers.replyTo.map(AddressForm.init), forKey: .replyTo)
        try container.encode(shown.headers.inReplyTo, forKey: .inReplyTo)
        try container.encode(shown.headers.sender.map(AddressForm.init), forKey: .sender)
        try container.encode(shown.headers.references, forKey: .references)
        try container.encode(shown.headers.listID, forKey: .listID)
        try container.encode(shown.headers.contentType, forKey: .contentType)
        try container.encode(shown.headers.effectiveReplyTo.map(AddressForm.init), forKey: .effectiveReplyTo)
        try container.encode(shown.headers.normalizedSubject, forKey: .normalizedSubject)
        try container.encode(shown.text, forKey: .text)
        try container.encode(shown.attachments.map(AttachmentForm.init), forKey: .attachments)
        try container.encode(shown.chat.map(ChatMessageForm.init), forKey: .chat)
        try container.encode(shown.thread.map(\.id.description), forKey: .threadMessages)
        try container.encode(shown.notes.map(NoteForm.init), forKey: .notes)
        try container.encode(shown.actions.map(ActionForm.init), forKey: .actions)
        try container.encode(shown.classification.map(ClassificationForm.init), forKey: .classification)
        try container.encode(shown.history.map { HistoryForm($0, folders: shown.folderPaths) }, forKey: .history)
    }
}
