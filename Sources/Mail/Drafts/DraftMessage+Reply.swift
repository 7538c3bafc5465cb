public import CivilTime
internal import EventLog

extension DraftMessage {
    /// An answer to a message with this header (RFC 5322, 3.6.3 and 3.6.4).
    ///
    /// It goes to Reply-To, else From; with `onlyToSender`, not to a Reply-To that means a mailing list. If that is the
    /// author of the answer, it goes to the recipients of the message.
    ///
    /// It belongs to the thread of the message, which requires a `Message-ID` there or the ids of earlier messages.
    public init(
        to original: MessageHeaders, messageID: String, from author: EmailAddress, text: String, date: Timestamp,
        onlyToSender: Bool = false
    ) {
        let recipients = onlyToSender ? original.sendersReplyTo : original.effectiveReplyTo
        let isOwn = !recipients.isEmpty && recipients.allSatisfy { $0 == author }
        // A name of a group has no address.
        let former = original.to.filter { !$0.address.isEmpty }
        self.init(
            messageID: messageID, from: author, to: isOwn && !former.isEmpty ? former : recipients,
            subject: Self.answering(original.subject), text: text, date: date, inReplyTo: original.messageID,
            references: Self.references(answering: original))
    }

    /// The subject with `Re: ` in front, where it has none.
    private static func answering(_ subject: String?) -> String {
        guard let subject, !subject.isEmpty else { return "Re:" }
        return subject.asciiLowercased.utf8.starts(with: "re:".utf8) ? subject : "Re: \(subject)"
    }

    // 3.6.4: the parent's references, else what it answers where that is one message, and the parent itself.
    private static func references(answering original: MessageHeaders) -> [String] {
        var references = original.references
        if references.isEmpty, Set(original.inReplyTo).count == 1 { references = original.inReplyTo }
        var seen = Set([original.messageID].compactMap { $0 })
        return references.filter { seen.insert($0).inserted } + [original.messageID].compactMap { $0 }
    }
}
