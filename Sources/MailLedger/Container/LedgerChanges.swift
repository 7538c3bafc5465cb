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
        /// The end of the part that was returned.
        public private(set) var position: Position

        /// - Throws: What reading the ledger throws.
        public mutating func next() async throws -> TransactionChanges? {
            while !Task.isCancelled {
                let position = position
                let found = try await container.firstAnswer(beyond: position) { ledger in
                    try ledger.read { try $0.nextChanges(after: position) }
                }
                guard let found else { return nil }
                self.position = found.position
                if !found.changes.isEmpty { return found }
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(container: container, position: start)
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
