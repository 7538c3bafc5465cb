internal import Mail
internal import MailLedger

/// The draft of an answer that is not saved.
struct ReplyDraftForm: Encodable {
    let from: AddressForm
    let to: [AddressForm]
    let cc: [AddressForm]
    let subject: String
    let inReplyTo: String?
    let references: [String]
    let text: String

    init(_ draft: DraftMessage) {
        from = AddressForm(draft.from)
        to = draft.to.map(AddressForm.init)
        cc = draft.cc.map(AddressForm.init)
        subject = draft.subject
        inReplyTo = draft.inReplyTo
        references = draft.references
        text = draft.text
    }

    private enum CodingKeys: CodingKey { case from, to, cc, subject, inReplyTo, references, text }

    // What it answers is null where that has no Message-ID.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(cc, forKey: .cc)
        try container.encode(subject, forKey: .subject)
        try container.encode(inReplyTo, forKey: .inReplyTo)
        try container.encode(references, forKey: .references)
        try container.encode(text, forKey: .text)
    }
}
