public import EventLog

/// A file of an import was skipped, so that "it never came in, because…" can be answered later.
public struct FileSkipped: Event, Hashable {
    public static let type = EventType("mail.file-skipped", schema: 1)

    public let account: AccountID
    /// The path as the caller gave it, or as the import found it.
    public let source: String
    /// A word that programs can rely on, as in `not-mail`.
    public let reason: String
    /// More for people, as in the system's own words.
    public let detail: String?

    public init(account: AccountID, source: String, reason: String, detail: String?) {
        self.account = account
        self.source = source
        self.reason = reason
        self.detail = detail
    }
}

/// The tags of notmuch were switched on or off for an account's messages.
///
/// While they are on, `inbox` is a tag, and no folder.
public struct TagsAdopted: Event, Hashable {
    public static let type = EventType("mail.tags-adopted", schema: 1)

    public let account: AccountID
    public let isAdopted: Change<Bool>

    enum CodingKeys: String, CodingKey {
        case account
        case isAdopted = "is_adopted"
    }

    public init(account: AccountID, isAdopted: Change<Bool>) {
        self.account = account
        self.isAdopted = isAdopted
    }
}
