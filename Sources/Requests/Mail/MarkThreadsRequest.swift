internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections
public import QueryLanguage

/// Pins, mutes or archives the threads of messages, or undoes that; values that are nil stay unchanged.
public struct MarkThreadsRequest: MessagesCommand {
    public static let name = "mark-threads"
    public var filter: MessageQuery
    public var isPinned: Bool?
    public var isMuted: Bool?
    public var isArchived: Bool?

    enum CodingKeys: String, CodingKey {
        case filter
        case isPinned = "is_pinned"
        case isMuted = "is_muted"
        case isArchived = "is_archived"
    }

    public init(filter: MessageQuery, isPinned: Bool? = nil, isMuted: Bool? = nil, isArchived: Bool? = nil) {
        self.filter = filter
        self.isPinned = isPinned
        self.isMuted = isMuted
        self.isArchived = isArchived
    }

    func decide(_ messages: [MessageState], _ reader: LedgerReader) throws -> MessagesDecision {
        var threads: [StreamID: MarkThreads.State] = [:]
        for message in messages {
            guard let thread = try reader.thread(of: message.stream), threads[thread.stream] == nil else { continue }
            threads[thread.stream] = MarkThreads.State(
                anchor: message, isPinned: thread.isPinned, isMuted: thread.isMuted, isArchived: thread.isArchived)
        }
        let command = MarkThreads(isPinned: isPinned, isMuted: isMuted, isArchived: isArchived)
        return MessagesDecision(events: command.decide(threads.sorted { $0.key < $1.key }.map(\.value)))
    }
}
