internal import EventLog
internal import LedgerKernel

/// Reads the log in pages, and returns its transactions one by one.
struct EventFeed: Sendable {
    private let container: LedgerContainer
    private let filter: EventFilter
    /// The filter with its names looked up at the first question.
    private var selection: RecordedEventSelection?
    private var page: RecordedPage
    private var waiting: ArraySlice<RecordedTransaction> = []
    /// The position up to which everything was returned, or skipped by the filter.
    private(set) var position: Position

    init(of container: LedgerContainer, after start: Position, matching filter: EventFilter) {
        self.container = container
        self.filter = filter
        page = RecordedPage(position: start)
        position = start
    }

    /// Returns the next transaction, waiting for it; nil when the task is cancelled.
    ///
    /// - Parameter passed: Called with the position reached when the filter skipped all there was.
    mutating func next(passed: (Position) async throws -> Void = { _ in }) async throws -> RecordedTransaction? {
        let selection = try await lookedUp()
        while !Task.isCancelled {
            if let next = waiting.popFirst() {
                position = waiting.isEmpty ? page.position : next.position
                return next
            }
            let start = page.position
            let found = try await container.firstAnswer(beyond: start) { ledger in
                try ledger.store.recorded(after: start, selection, decodedBy: ledger.catalogue)
            }
            guard let found else { return nil }
            page = found
            waiting = found.transactions[...]
            if waiting.isEmpty {
                position = found.position
                try await passed(position)
            }
        }
        return nil
    }

    private mutating func lookedUp() async throws -> RecordedEventSelection {
        if let selection { return selection }
        let filter = filter
        let found = try await container.perform { try filter.selection(in: $0) }
        selection = found
        return found
    }
}
