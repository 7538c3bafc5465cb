public import EventLog
public import LedgerKernel

/// The events of a ledger from a position on, one transaction after the other, whichever process recorded them.
///
/// ```swift
/// for try await transaction in container.events(after: position, matching: EventFilter(types: ["message-moved"])) {
///     for event in transaction.events { print(transaction.header?.actor ?? "(erased)", event.content) }
/// }
/// ```
///
/// It catches up, then waits for more, and continues until its task is cancelled. Transactions without a matching event
/// are left out. While nothing happens, the log's head is read twenty times a second. ``Subscription`` remembers its
/// position beyond the end of the process.
public struct LedgerEvents: AsyncSequence, Sendable {
    public typealias Element = RecordedTransaction

    let container: LedgerContainer
    let start: Position
    let filter: EventFilter

    public struct AsyncIterator: AsyncIteratorProtocol {
        var feed: EventFeed

        /// The position up to which every transaction was returned, or skipped by the filter.
        public var position: Position { feed.position }

        /// - Throws: What reading the log throws; an error if the filter names an unknown type or account.
        public mutating func next() async throws -> RecordedTransaction? {
            try await feed.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(feed: EventFeed(of: container, after: start, matching: filter))
    }
}

extension LedgerContainer {
    /// Returns the events after a position; all events for ``Position/start``.
    ///
    /// It takes turns with this container's other work: a subscriber should have a container of its own.
    public nonisolated func events(
        after position: Position, matching filter: EventFilter = EventFilter()
    ) -> LedgerEvents {
        LedgerEvents(container: self, start: position, filter: filter)
    }
}
