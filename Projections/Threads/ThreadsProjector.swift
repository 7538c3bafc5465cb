public import EventLog
internal import Mail
public import SQLite

/// Joins messages into threads by References and In-Reply-To, and keeps what is said of each thread.
///
/// Two messages of an account are of one thread when a chain of Message-IDs leads from one to the other, through
/// messages that never came too. That is a partition by connected components, so the order of arrival cannot matter.
/// Subjects join nothing, and a message without ids stays alone. Deleting never splits a thread;
/// erasing does where the message held it together, once the views are built from the blanked log.
public final class ThreadsProjector: Projection {
    public static let name = "threads"
    public static let version = 7
    public static let after = ["messages"]

    private let partition: ThreadPartition
    private let joins: ThreadJoins
    private let summaries: ThreadSummaries
    private var touched: Set<Int64> = []

    public init(on connection: Connection) throws {
        partition = try ThreadPartition(on: connection)
        joins = try ThreadJoins(on: connection)
        summaries = try ThreadSummaries(on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try ThreadsSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ThreadsSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let added as MessageAdded:
            try join(added.headers, event, changes)
        case let marked as ThreadMarked:
            try summaries.mark(marked, message: event.stream.rawValue, at: event.position)
            try touch(message: event.stream.rawValue, event, changes)
        case let changed as AccountChanged where changed.address != nil:
            // Whether a message is inbound, and brings its archived thread back, is told by the account's own address.
            for thread in try summaries.archivedThreads(of: event.account.rawValue) {
                touched.insert(thread)
                changes.announce(change(.updated, thread, event))
            }
        case is MessageErased:
            for thread in try partition.remove(message: event.stream.rawValue) {
                touched.insert(thread)
                changes.announce(change(.updated, thread, event))
            }
        default:
            for change in changes.changes {
                guard let transition = change.detail as? MessageTransition else { continue }
                try touch(message: transition.message, event, changes)
            }
        }
    }

    // A thread's numbers are worked out once for many events: adding to a long thread would else cost its length each time.
    public func flush() throws {
        guard !touched.isEmpty else { return }
        try summaries.settle(touched)
        touched.removeAll()
    }

    private func join(_ headers: MessageHeaders, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let keys = Set([headers.messageID].compactMap { $0 } + headers.references + headers.inReplyTo)
        let outcome = try partition.insert(
            message: event.stream.rawValue, keys: keys, account: event.account.rawValue
        ) { try joins.join($0, by: event.stream.rawValue) }
        for merged in outcome.merged {
            touched.insert(merged)
            changes.announce(change(.destroyed, merged, event))
        }
        let isNew = outcome.thread == event.stream.rawValue
        touched.insert(outcome.thread)
        changes.announce(change(isNew ? .created : .updated, outcome.thread, event))
    }

    private func touch(message: Int64, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let thread = try partition.thread(of: message)
        touched.insert(thread)
        changes.announce(change(.updated, thread, event))
    }

    private func change(_ kind: RowChange.Kind, _ thread: Int64, _ event: RecordedEvent) -> RowChange {
        RowChange(kind, entity: Entity.thread, id: thread, account: event.account.rawValue)
    }
}
