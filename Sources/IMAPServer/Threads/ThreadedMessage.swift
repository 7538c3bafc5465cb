/// What SORT and THREAD know of a message.
package struct ThreadedMessage: Sendable {
    /// What the answer calls it: its sequence number or its UID.
    package let number: UInt32
    /// The sent date, or INTERNALDATE where that is missing: microseconds since 1970.
    package let date: Int64
    /// Decoded and unfolded.
    package let subject: String
    /// Nil where there is none, or none that is valid.
    package let messageID: String?
    /// The ids of References, or the first one of In-Reply-To where it has none; the farthest message first.
    package let references: [String]

    package init(number: UInt32, date: Int64, subject: String, messageID: String?, references: [String]) {
        self.number = number
        self.date = date
        self.subject = subject
        self.messageID = messageID
        self.references = references
    }
}
