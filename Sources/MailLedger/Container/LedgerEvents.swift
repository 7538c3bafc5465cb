public import EventLog

/// What is recorded in a ledger from a position on, one transaction after the other, whichever process made it.
///
/// ```swift
/// for try await transaction in container.events(after: position, matching: EventFilter(types: ["message-moved"])) {
///     for event in transaction.events { print(transaction.header?.actor ?? "(erased)", event.content) }
/// }
/// ```
///
/// It catches up, then waits for more, and goes on until its task is cancelled. Transactions without an event that the filter
/// takes are left out. Where nothing happens, the log's head is asked for twenty times a second. ``Subscription`` remembers
/// beyond the end of the process how far it came.
public struct LedgerEvents: AsyncSequence, Sendable {
    public typealias Element = RecordedTransaction

    let container: LedgerContainer
    let start: Position
    let filter: EventFilter

    public struct AsyncIterator: AsyncIteratorProtocol {
        var feed: EventFeed

        /// All up to here was handed out, or passed over by the filter.
        public var position: Position { feed.position }

        /// - Throws: What reading the log throws; an error that says so where the filter names no type or account.
        public mutating func next() async throws -> RecordedTransaction? {
            try await feed.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(feed: EventFeed(of: container, after: start, matching: filter))
    }
}

extension LedgerContainer {
    /// Tells what is recorded behind a position; all from the first event on for ``Position/start``.
    ///
    /// It takes turns with this container's other work: a subscriber has a container of its own.
    public nonisolated func events(
        after position: Position, matching filter: EventFilter = EventFilter()
    ) -> LedgerEvents {
        LedgerEvents(container: self, start: position, filter: filter)
    }
}
