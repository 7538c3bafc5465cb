public import Cryptography
public import Domain

/// The result of executing an action; the event that contains it has the time.
public struct ActionExecution: Codable, Hashable, Sendable {
    /// The name of the service that did it; nil if none was named.
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
