public import CivilTime
public import EventLog

/// A message of plain text that will be sent later, and its bytes.
///
/// ```swift
/// let draft = DraftMessage(
///     messageID: "4f1c@example.org", from: me, to: [ada], subject: "Lunch", text: "At noon?", date: now)
/// try ledger.mail.save([IncomingMessage(account: account.id, bytes: draft.bytes, keywords: [.draft])], context: context)
/// ```
public struct DraftMessage: Hashable, Sendable {
    /// Its `Message-ID` without angle brackets.
    public var messageID: String
    public var from: EmailAddress
    public var to: [EmailAddress]
    public var cc: [EmailAddress]
    /// Empty for none.
    public var subject: String
    /// Lines may end in `\n` or `\r\n`.
    public var text: String
    /// Whether the text is kept to the byte; else its line ends are those of mail, with one at its end.
    package var isVerbatim = false
    public var date: Timestamp
    /// The id of the message that it answers, without angle brackets; nil for the first message of a thread.
    public var inReplyTo: String?
    /// The messages that led to it, the first of the thread first.
    public var references: [String]

    public init(
        messageID: String, from: EmailAddress, to: [EmailAddress] = [], cc: [EmailAddress] = [], subject: String,
        text: String, date: Timestamp, inReplyTo: String? = nil, references: [String] = []
    ) {
        self.messageID = messageID
        self.from = from
        self.to = to
        self.cc = cc
        self.subject = subject
        self.text = text
        self.date = date
        self.inReplyTo = inReplyTo
        self.references = references
    }

    /// A `Message-ID` at the author's domain (RFC 5322, 3.6.4), or at a domain that nobody has if there is none in
    /// ASCII.
    public static func messageID(_ id: UniqueID, from author: EmailAddress) -> String {
        let domain = author.domain.flatMap { domain in
            domain.utf8.allSatisfy { $0 < 0x80 } && AddressSyntax.isDotAtom(domain) ? domain.asciiLowercased : nil
        }
        return "\(id)@\(domain ?? "mailledger.invalid")"
    }

    /// The message in the form of RFC 5322 and RFC 2045: lines that end in CR LF, ASCII only.
    ///
    /// No value can begin a header field of its own, and reading the message returns the same text.
    public var bytes: [UInt8] {
        var header = FieldWriter()
        header.add("Date", date.headerDate)
        header.add("From", from.formatted)
        header.add("To", addresses: to)
        header.add("Cc", addresses: cc)
        if !subject.isEmpty { header.add("Subject", text: subject) }
        header.add("Message-ID", identifiers: [messageID])
        header.add("In-Reply-To", identifiers: inReplyTo.map { [$0] } ?? [])
        header.add("References", identifiers: references)
        header.add("MIME-Version", "1.0")
        header.add("Content-Type", "text/plain; charset=utf-8")
        let body = isVerbatim ? TextBody(verbatim: text) : TextBody(text)
        header.add("Content-Transfer-Encoding", body.encoding)
        return header.bytes + [0x0d, 0x0a] + body.bytes
    }
}
