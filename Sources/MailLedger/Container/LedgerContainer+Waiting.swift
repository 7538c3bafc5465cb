internal import EventLog
package import LedgerKernel
internal import Synchronization

extension LedgerContainer {
    /// The pause before asking a ledger again whose log has grown, but which had no answer.
    private static let pause = Duration.milliseconds(50)

    /// Asks the ledger once its log is longer than a position, and again until it has an answer; nil when the task is
    /// cancelled.
    ///
    /// It does not matter which process appended. While nothing happens, the end of the log is read twenty times a
    /// second, once for all waiting callers.
    nonisolated func firstAnswer<Answer: Sendable>(
        beyond position: Position, _ ask: @Sendable (Ledger) throws -> Answer?
    ) async throws -> Answer? {
        while !Task.isCancelled {
            guard try await headWatch.head(beyond: position) != nil else { return nil }
            // The watch may know a longer log that was cut since.
            let answer = try await perform { try $0.store.head().position > position ? ask($0) : nil }
            if let answer { return answer }
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                return nil
            }
        }
        return nil
    }

    /// Makes future subscribers use another watch: one that several containers share.
    package nonisolated func watchHead(by other: any HeadWatch) {
        watch.withLock { $0 = other }
    }

    /// The watch over the log's end that all subscribers of this container share.
    private nonisolated var headWatch: any HeadWatch {
        watch.withLock { watch in
            if let watch { return watch }
            let made = PolledHead { [weak self] in
                guard let self else { throw CancellationError() }
                return try await head()
            }
            watch = made
            return made
        }
    }
}
