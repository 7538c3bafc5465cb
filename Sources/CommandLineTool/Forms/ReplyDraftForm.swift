internal import Mail
internal import MailLedger

/// The draft of an answer that is not saved.
struct ReplyDraftForm: Encodable {
    let from: AddressForm
    let to: [AddressForm]
    let cc: [AddressForm]
    let subject: String
    /// The Message-ID of what it answers; nil if that has none.
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
}
