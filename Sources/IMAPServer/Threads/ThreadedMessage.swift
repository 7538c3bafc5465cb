internal import Mail

/// What SORT and THREAD know of a message.
package struct ThreadedMessage: Sendable {
    /// What the answer calls it: its sequence number or its UID.
    package let number: UInt32
    /// The sent date, or INTERNALDATE where that is missing: microseconds since 1970.
    package let date: Int64
    /// The key of the base subject, by which messages of one subject are found.
    package let subjectKey: String
    /// Whether the subject has a mark of a reply or a forward.
    package let isReplyOrForward: Bool
    /// Nil where there is none, or none that is valid.
    package let messageID: String?
    /// The ids of References, or the first one of In-Reply-To where it has none; the farthest message first.
    package let references: [String]

    /// - Parameter subject: Decoded and unfolded.
    package init(number: UInt32, date: Int64, subject: String, messageID: String?, references: [String]) {
        let base = BaseSubject(of: subject)
        self.init(
            number: number, date: date, subjectKey: CasemapKey.of(base.text), isReplyOrForward: base.isReplyOrForward,
            messageID: messageID, references: references)
    }

    init(
        number: UInt32, date: Int64, subjectKey: String, isReplyOrForward: Bool, messageID: String?,
        references: [String]
    ) {
        self.number = number
        self.date = date
        self.subjectKey = subjectKey
        self.isReplyOrForward = isReplyOrForward
        self.messageID = messageID
        self.references = references
    }
}
