public import EventLog
public import LedgerHistory
internal import LedgerKernel

/// The changes of a ledger from a position on, one transaction after the other, whichever process made them.
///
/// ```swift
/// for await batch in container.changes(after: position) { reload(batch.changes) }
/// ```
///
/// It continues until its task is cancelled, and then ends. While nothing happens, the log's head is read twenty times
/// a second, which takes some microseconds each. Transactions that changed no row of a read model are left out.
public struct LedgerChanges: AsyncSequence, Sendable {
    public typealias Element = TransactionChanges

    let container: LedgerContainer
    let start: Position

    public struct AsyncIterator: AsyncIteratorProtocol {
        let container: LedgerContainer
        private var bookmark: LogBookmark
        private var isPlaced = false

        fileprivate init(of container: LedgerContainer, after start: Position) {
            self.container = container
            bookmark = LogBookmark(at: start)
        }

        /// The end of the part that was returned.
        public var position: Position { bookmark.position }

        /// - Throws: What reading the ledger throws; ``EventLogError/otherLog(at:)`` if the log is not the one that was read so
        ///   far.
        public mutating func next() async throws -> TransactionChanges? {
            try await placeBookmark()
            while !Task.isCancelled {
                let start = bookmark
                let found = try await container.firstAnswer(beyond: start.position) { ledger in
                    var bookmark = start
                    let changes = try bookmark.read(ledger.store) { after in
                        let changes = try ledger.read { try $0.nextChanges(after: after) }
                        return (changes, changes?.position ?? after)
                    }
                    return changes.map { ($0, bookmark) }
                }
                guard let found else { return nil }
                bookmark = found.1
                if !found.0.changes.isEmpty { return found.0 }
            }
            return nil
        }

        private mutating func placeBookmark() async throws {
            guard !isPlaced else { return }
            let start = bookmark
            bookmark = try await container.perform { ledger in
                var bookmark = start
                try bookmark.place(in: ledger.store)
                return bookmark
            }
            isPlaced = true
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(of: container, after: start)
    }
}

extension LedgerContainer {
    /// Returns the changes behind a position; all from the first event on for ``Position/start``.
    ///
    /// It takes turns with this container's other work: during a long import here, a separate reader (``makeReader()``)
    /// is faster.
    public nonisolated func changes(after position: Position) -> LedgerChanges {
        LedgerChanges(container: self, start: position)
    }
}
