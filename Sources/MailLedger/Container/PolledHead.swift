package import EventLog
internal import Synchronization

/// Asks a log where it ends every 50 ms while anybody waits: once for all of them.
package final class PolledHead: HeadWatch {
    private struct State {
        /// The log's latest answer; it only grows.
        var last = Position.start
        var waiting: [UInt64: (position: Position, continuation: CheckedContinuation<Position?, any Error>)] = [:]
        var count: UInt64 = 0
        /// Whether a task asks the log, or is about to.
        var isAsking = false
    }

    private let state = Mutex(State())
    private let pause: Duration
    private let ask: @Sendable () async throws -> Position

    /// - Parameters:
    ///   - pause: How long is waited between two questions.
    ///   - ask: Returns where the log ends now; some microseconds for a log in a file.
    package init(every pause: Duration = .milliseconds(50), asking ask: @escaping @Sendable () async throws -> Position)
    {
        self.pause = pause
        self.ask = ask
    }

    package func head(beyond position: Position) async throws -> Position? {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(for: position, as: id, $0) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(returning: nil)
        }
    }

    private func wait(for position: Position, as id: UInt64, _ continuation: CheckedContinuation<Position?, any Error>)
    {
        enum Step {
            case answer(Position?)
            case wait(startsAsking: Bool)
        }
        let step = state.withLock { state -> Step in
            // Within the lock: who cancels later finds it among those who wait.
            if Task.isCancelled { return .answer(nil) }
            if state.last > position { return .answer(state.last) }
            state.waiting[id] = (position, continuation)
            defer { state.isAsking = true }
            return .wait(startsAsking: !state.isAsking)
        }
        switch step {
        case .answer(let head): continuation.resume(returning: head)
        case .wait(startsAsking: true): Task.detached { await self.poll() }
        case .wait(startsAsking: false): break
        }
    }

    private func poll() async {
        while true {
            do {
                guard tell(try await ask()) else { return }
            } catch {
                let waiting = state.withLock { state in
                    defer { (state.waiting, state.isAsking) = ([:], false) }
                    return state.waiting
                }
                for (_, continuation) in waiting.values { continuation.resume(throwing: error) }
                return
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// Notifies the waiters for an earlier position; false if none are left.
    private func tell(_ head: Position) -> Bool {
        let (told, goesOn) = state.withLock { state in
            state.last = max(state.last, head)
            let told = state.waiting.filter { $0.value.position < head }
            for id in told.keys { state.waiting[id] = nil }
            state.isAsking = !state.waiting.isEmpty
            return (told, state.isAsking)
        }
        for (_, continuation) in told.values { continuation.resume(returning: head) }
        return goesOn
    }
}
