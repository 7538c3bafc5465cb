internal import Mail

/// The state of a message in a mailbox, as IMAP tells it (RFC 9051 section 2.3.2).
public struct MailboxFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let seen = MailboxFlags(rawValue: 1)
    public static let answered = MailboxFlags(rawValue: 2)
    public static let flagged = MailboxFlags(rawValue: 4)
    public static let draft = MailboxFlags(rawValue: 8)
    /// Every copy of it in this mailbox is struck out.
    public static let deleted = MailboxFlags(rawValue: 16)
    /// It has keywords beside these.
    public static let hasOthers = MailboxFlags(rawValue: 32)

    private static let named: [(Keyword, MailboxFlags)] = [
        (.seen, .seen), (.answered, .answered), (.flagged, .flagged), (.draft, .draft),
    ]

    /// The state in which a message comes to a mailbox.
    init(_ added: MessageAdded) {
        self.init(added.keywords)
        if added.copy.isHidden { insert(.deleted) }
    }

    init(_ keywords: KeywordSet) {
        self = []
        var count = 0
        for (keyword, flag) in Self.named where keywords.contains(keyword) {
            insert(flag)
            count += 1
        }
        if keywords.count > count { insert(.hasOthers) }
    }
}
