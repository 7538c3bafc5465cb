internal import EventLog

extension LedgerContainer {
    /// How long is waited between two looks at the end of the log.
    private static let pause = Duration.milliseconds(50)

    /// Asks the ledger once its log is longer than a position, whichever process made it so, and again until it has an answer;
    /// nil when the task is cancelled.
    ///
    /// Where nothing happens that is one small question twenty times a second, which takes some microseconds each.
    nonisolated func firstAnswer<Answer: Sendable>(
        beyond position: Position, _ ask: @Sendable (Ledger) throws -> Answer?
    ) async throws -> Answer? {
        while !Task.isCancelled {
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
}
