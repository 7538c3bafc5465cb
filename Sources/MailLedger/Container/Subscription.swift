public import EventLog
public import LedgerKernel
internal import Synchronization

/// The events of a ledger behind the position of a subscriber, which the ledger remembers under a name.
///
/// ```swift
/// let subscription = try await container.subscription("indexer", to: EventFilter(types: ["message-added"]))
/// for try await transaction in subscription {
///     try await index(transaction.events)
///     try await subscription.acknowledge(transaction)
/// }
/// ```
///
/// Each transaction comes at least once: an unacknowledged one comes again to the next subscription of that name, or to
/// the next loop over this one. So a subscriber whose process may end between handling and acknowledging must tolerate
/// a repeated transaction; the position shows the repetition. Transactions that the filter skips are acknowledged
/// automatically, once all before them are. Another filter under the same name continues at the same position.
public final class Subscription: AsyncSequence, Sendable {
    public typealias Element = RecordedTransaction

    private let container: LedgerContainer
    private let filter: EventFilter
    private let cursor: EventCursor
    private let progress: Mutex<Progress>

    private struct Progress {
        /// The end of the last transaction that was handed out.
        var delivered: Position
        /// The same, with all behind it that the filter skipped.
        var passed: Position
        /// The end of what was read of the log.
        var bookmark: LogBookmark

        init(at position: Position) {
            self.init(delivered: position, passed: position, bookmark: LogBookmark(at: position))
        }

        init(delivered: Position, passed: Position, bookmark: LogBookmark) {
            self.delivered = delivered
            self.passed = passed
            self.bookmark = bookmark
        }
    }

    fileprivate init(of container: LedgerContainer, to filter: EventFilter, at cursor: EventCursor) {
        self.container = container
        self.filter = filter
        self.cursor = cursor
        progress = Mutex(Progress(at: cursor.position))
    }

    public var name: String { cursor.name }
    /// All up to here was acknowledged.
    public var position: Position { cursor.position }

    /// Notes that a transaction and all before it were handled; durable when this returns.
    public func acknowledge(_ transaction: RecordedTransaction) async throws {
        try await advance(
            to: progress.withLock { $0.delivered > transaction.position ? transaction.position : $0.passed })
    }

    private func advance(to position: Position) async throws {
        let (cursor, bookmark) = (cursor, progress.withLock { $0.bookmark })
        try await container.perform { try $0.cursors.advance(cursor, to: position, havingRead: bookmark) }
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription
        fileprivate var feed: EventFeed

        /// - Throws: Errors of reading the log and of storing the cursor; an error if the filter names an unknown type or account.
        public mutating func next() async throws -> RecordedTransaction? {
            let subscription = subscription
            let transaction = try await feed.next { try await subscription.pass(to: $0) }
            if let transaction {
                subscription.note(
                    Progress(delivered: transaction.position, passed: feed.position, bookmark: feed.bookmark))
            }
            return transaction
        }
    }

    /// Begins after the acknowledged position.
    public func makeAsyncIterator() -> AsyncIterator {
        let start = cursor.position
        note(Progress(at: start))
        return AsyncIterator(subscription: self, feed: EventFeed(of: container, after: start, matching: filter))
    }

    private func note(_ new: Progress) {
        progress.withLock { $0 = new }
    }

    private func pass(to bookmark: LogBookmark) async throws {
        let position = bookmark.position
        let delivered = progress.withLock { progress in
            (progress.passed, progress.bookmark) = (position, bookmark)
            return progress.delivered
        }
        if cursor.position >= delivered { try await advance(to: position) }
    }
}

extension LedgerContainer {
    /// Takes a subscription by its name, which no other one has meanwhile; one that is new begins at `start`.
    ///
    /// It takes turns with this container's other work: a subscriber has a container of its own.
    ///
    /// - Throws: ``CursorError`` if another subscriber has it, or the log is not the one that it was of.
    public func subscription(
        _ name: String, to filter: EventFilter = EventFilter(), from start: Position = .start
    ) throws -> Subscription {
        Subscription(of: self, to: filter, at: try perform { try $0.cursors.open(name, from: start) })
    }
}
