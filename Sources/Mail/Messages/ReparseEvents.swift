public import CivilTime
package import Domain
public import EventLog

/// A later version of the parser read the stored bytes of a message otherwise; fields that did not change are nil.
public struct MessageReparsed: Event, Hashable {
    public static let type = EventType("mail.message-reparsed", schema: 1)

    public let message: MessageID
    public let parser: Change<Int>
    public package(set) var messageID: Change<String?>?
    public package(set) var inReplyTo: Change<[String]>?
    public package(set) var references: Change<[String]>?
    public package(set) var subject: Change<String?>?
    public package(set) var from: Change<[EmailAddress]>?
    public package(set) var sender: Change<[EmailAddress]>?
    public package(set) var replyTo: Change<[EmailAddress]>?
    public package(set) var to: Change<[EmailAddress]>?
    public package(set) var cc: Change<[EmailAddress]>?
    public package(set) var bcc: Change<[EmailAddress]>?
    public package(set) var date: Change<Timestamp?>?
    public package(set) var listID: Change<String?>?
    public package(set) var contentType: Change<String?>?
    public package(set) var attachments: Change<[AttachmentSummary]>?
    public package(set) var snippet: Change<String>?

    enum CodingKeys: String, CodingKey {
        case message, parser
        case messageID = "message_id"
        case inReplyTo = "in_reply_to"
        case references, subject, from, sender
        case replyTo = "reply_to"
        case to, cc, bcc, date
        case listID = "list_id"
        case contentType = "content_type"
        case attachments, snippet
    }

    /// Makes an event whose fields the closure sets, for events that no reading leads to.
    package init(message: MessageID, parser: Change<Int>, _ say: (inout MessageReparsed) -> Void) {
        self.message = message
        self.parser = parser
        say(&self)
    }

    /// The change that leads from one reading to another; nil if they differ only in the parser's version.
    public init?(message: MessageID, from old: MessageReading, to new: MessageReading) {
        self.message = message
        parser = Change(old: old.parser, new: new.parser)
        Self.fields.record(from: old, to: new, in: &self)
        guard changesFields else { return nil }
    }

    /// Whether anything but the parser's version differs.
    public var changesFields: Bool { self != MessageReparsed(message: message, parser: parser) { _ in } }

    /// Whether the message has other ids than before or refers to others, so that its thread may change.
    public var changesThread: Bool { messageID != nil || inReplyTo != nil || references != nil }

    package static let fields: [FieldPair<MessageReading, MessageReparsed>] = [
        .init("message_id", \.headers.messageID, \.messageID),
        .init("in_reply_to", \.headers.inReplyTo, \.inReplyTo),
        .init("references", \.headers.references, \.references),
        .init("subject", \.headers.subject, \.subject),
        addresses("from", \.headers.from, \.from),
        addresses("sender", \.headers.sender, \.sender),
        addresses("reply_to", \.headers.replyTo, \.replyTo),
        addresses("to", \.headers.to, \.to),
        addresses("cc", \.headers.cc, \.cc),
        addresses("bcc", \.headers.bcc, \.bcc),
        .init("date", \.headers.date, \.date),
        .init("list_id", \.headers.listID, \.listID),
        .init("content_type", \.headers.contentType, \.contentType),
        .init("attachments", \.attachments, \.attachments),
        .init("snippet", \.snippet, \.snippet),
    ]

    /// Equality of addresses leaves out their names, which may be all that a parser read otherwise.
    private static func addresses(
        _ name: String, _ field: any WritableKeyPath<MessageReading, [EmailAddress]> & Sendable,
        _ change: any WritableKeyPath<MessageReparsed, Change<[EmailAddress]>?> & Sendable
    ) -> FieldPair<MessageReading, MessageReparsed> {
        FieldPair(
            [name],
            record: { old, new, changed in
                let (old, new) = (old[keyPath: field], new[keyPath: field])
                if !old.isSpelled(new) { changed[keyPath: change] = Change(old: old, new: new) }
            },
            takeBack: { changed, reading, stale in
                guard let taken = changed[keyPath: change] else { return }
                if reading[keyPath: field].isSpelled(taken.new) {
                    reading[keyPath: field] = taken.old
                } else {
                    stale.append(name)
                }
            },
            encode: { reading, container in
                try container.encode(reading[keyPath: field], forKey: FieldName(stringValue: name))
            })
    }
}

extension [EmailAddress] {
    fileprivate func isSpelled(_ other: [EmailAddress]) -> Bool {
        elementsEqual(other) { $0.name == $1.name && $0.address == $1.address }
    }
}

/// The progress of a parser's version through the mail of an account.
///
/// A message that it read exactly as before has no event of its own.
public struct AccountReparsed: Event, Hashable {
    public static let type = EventType("mail.account-reparsed", schema: 1)

    /// Messages that came in up to a position are known as a parser reads them.
    public struct Reading: Codable, Hashable, Sendable {
        /// The version of the parser.
        public let parser: Int
        /// The position of the event that brought the last of them.
        public let through: Int64

        public init(parser: Int, through: Int64) {
            self.parser = parser
            self.through = through
        }
    }

    public let account: AccountID
    public let reading: Change<Reading?>

    public init(account: AccountID, reading: Change<Reading?>) {
        self.account = account
        self.reading = reading
    }
}
