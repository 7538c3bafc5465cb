internal import EventLog
internal import LedgerKernel

/// Reads the log in pages, and returns its transactions one by one.
struct EventFeed: Sendable {
    private let container: LedgerContainer
    private let filter: EventFilter
    /// The filter with its names looked up at the first question.
    private var selection: RecordedEventSelection?
    /// The end of the page that was read last.
    private(set) var bookmark: LogBookmark
    private var waiting: ArraySlice<RecordedTransaction> = []
    /// The position up to which everything was returned, or skipped by the filter.
    private(set) var position: Position

    init(of container: LedgerContainer, after start: Position, matching filter: EventFilter) {
        self.container = container
        self.filter = filter
        bookmark = LogBookmark(at: start)
        position = start
    }

    /// Returns the next transaction, waiting for it; nil when the task is cancelled.
    ///
    /// - Throws: ``EventLogError/otherLog(at:)`` if the log is not the one that was read so far.
    /// - Parameter passed: Called with the position reached when the filter skipped all there was.
    mutating func next(passed: (LogBookmark) async throws -> Void = { _ in }) async throws -> RecordedTransaction? {
        let selection = try await lookedUp()
        while !Task.isCancelled {
            if let next = waiting.popFirst() {
                position = waiting.isEmpty ? bookmark.position : next.position
                return next
            }
            let start = bookmark
            let found = try await container.firstAnswer(beyond: start.position) { ledger in
                var bookmark = start
                let transactions = try bookmark.read(ledger.store) { after in
                    let page = try ledger.store.recorded(after: after, selection, decodedBy: ledger.catalogue)
                    return (page.transactions, page.position)
                }
                return (transactions, bookmark)
            }
            guard let found else { return nil }
            waiting = found.0[...]
            bookmark = found.1
            if waiting.isEmpty {
                position = bookmark.position
                try await passed(bookmark)
            }
        }
        return nil
    }

    private mutating func lookedUp() async throws -> RecordedEventSelection {
        if let selection { return selection }
        let (filter, start) = (filter, bookmark)
        let found = try await container.perform { ledger in
            var bookmark = start
            try bookmark.place(in: ledger.store)
            return (try filter.selection(in: ledger), bookmark)
        }
        (selection, bookmark) = found
        return found.0
    }
}
