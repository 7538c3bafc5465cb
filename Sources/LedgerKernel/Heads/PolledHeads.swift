package import EventLog
internal import Synchronization

/// Asks logs where they end while anybody waits for one: all logs that somebody waits for by one question.
package final class PolledHeads<Log: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let log: Log
        let position: Position
        let continuation: CheckedContinuation<Position?, any Error>
    }

    private struct State {
        /// The answers to the last question: of logs that somebody waited for then.
        var last: [Log: Position] = [:]
        var waiting: [UInt64: Waiter] = [:]
        var count: UInt64 = 0
        /// Whether a task asks the logs, or is about to.
        var isAsking = false
    }

    private enum Step {
        case answer(Position?)
        case wait(startsAsking: Bool)
    }

    private let state = Mutex(State())
    private let pause: Duration
    private let ask: @Sendable (Set<Log>) async throws -> [Log: Position]

    /// - Parameters:
    ///   - pause: How long is waited between two questions.
    ///   - ask: Returns where each log ends now; a log that is not in the answer is asked about again.
    package init(
        every pause: Duration = .milliseconds(50),
        asking ask: @escaping @Sendable (Set<Log>) async throws -> [Log: Position]
    ) {
        self.pause = pause
        self.ask = ask
    }

    /// Waits until a log ends beyond a position; nil when the task is cancelled.
    ///
    /// - Throws: What asking throws, to all who wait.
    package func head(of log: Log, beyond position: Position) async throws -> Position? {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                wait(Waiter(log: log, position: position, continuation: $0), as: id)
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(returning: nil)
        }
    }

    private func wait(_ waiter: Waiter, as id: UInt64) {
        let step = state.withLock { state -> Step in
            // Within the lock: who cancels later finds it among those who wait.
            if Task.isCancelled { return .answer(nil) }
            if let last = state.last[waiter.log], last > waiter.position {
                // A log that lost its end since then is asked the next time.
                state.last[waiter.log] = nil
                return .answer(last)
            }
            state.waiting[id] = waiter
            defer { state.isAsking = true }
            return .wait(startsAsking: !state.isAsking)
        }
        switch step {
        case .answer(let head): waiter.continuation.resume(returning: head)
        case .wait(startsAsking: true): Task.detached { await self.poll() }
        case .wait(startsAsking: false): break
        }
    }

    private func poll() async {
        while true {
            let logs = state.withLock { Set($0.waiting.values.map(\.log)) }
            do {
                guard tell(try await ask(logs)) else { return }
            } catch {
                let waiting = state.withLock { state in
                    defer { (state.waiting, state.isAsking) = ([:], false) }
                    return state.waiting
                }
                for waiter in waiting.values { waiter.continuation.resume(throwing: error) }
                return
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// Notifies the waiters for an earlier position; false if none are left.
    private func tell(_ heads: [Log: Position]) -> Bool {
        let (told, goesOn) = state.withLock { state in
            state.last = heads
            let told = state.waiting.filter { _, waiter in heads[waiter.log].map { waiter.position < $0 } ?? false }
            for id in told.keys { state.waiting[id] = nil }
            state.isAsking = !state.waiting.isEmpty
            return (told, state.isAsking)
        }
        for waiter in told.values { waiter.continuation.resume(returning: heads[waiter.log]) }
        return goesOn
    }
}
