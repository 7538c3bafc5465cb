public import Domain
public import Hashing

/// What came of executing an action. When it was executed is told by the event that says so.
public struct ActionExecution: Codable, Hashable, Sendable {
    /// Which service did it, as somebody named it; nil where none was named.
    public let service: String?
    /// The draft that an e-mail action became.
    public let draft: MessageID?
    /// The calendar file that a calendar action became, as content of the content store.
    public let calendar: SHA256Digest?

    public init(service: String? = nil, draft: MessageID? = nil, calendar: SHA256Digest? = nil) {
        self.service = service
        self.draft = draft
        self.calendar = calendar
    }
}
