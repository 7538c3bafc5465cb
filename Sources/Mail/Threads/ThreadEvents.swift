public import EventLog

/// A change of a thread to pinned, muted or archived, or back, by way of one of its messages.
///
/// Threads are derived and may merge; the change is anchored to a message, which stays.
public struct ThreadMarked: Event, Hashable {
    public static let type = EventType("mail.thread-marked", schema: 1)

    public let message: MessageID
    public let isPinned: Change<Bool>?
    public let isMuted: Change<Bool>?
    public let isArchived: Change<Bool>?

    enum CodingKeys: String, CodingKey {
        case message
        case isPinned = "is_pinned"
        case isMuted = "is_muted"
        case isArchived = "is_archived"
    }

    public init(message: MessageID, isPinned: Change<Bool>?, isMuted: Change<Bool>?, isArchived: Change<Bool>?) {
        self.message = message
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
    }
}
