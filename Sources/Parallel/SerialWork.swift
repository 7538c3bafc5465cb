internal import Dispatch
internal import Synchronization

/// Runs closures on a thread of its own, one after the other, beside the thread that hands them over.
///
/// If no thread is available, each runs at once.
package final class SerialWork {
    private let shared: Shared
    private let hasThread: Bool
    private var isFinished = false

    /// - Parameter limit: The number of closures that wait at most; one more is handed over when there is room.
    package init(limit: Int) {
        let shared = Shared(limit: limit)
        self.shared = shared
        hasThread = BlockingThread.start { shared.runAll() }
    }

    deinit {
        if !isFinished { try? finish() }
    }

    /// Hands a closure over.
    ///
    /// - Throws: The error of an earlier one, after which no other runs.
    package func put(_ body: @escaping @Sendable () throws -> Void) throws {
        guard hasThread else { return try body() }
        try shared.put(body)
    }

    /// Waits until all have run; none may be handed over afterwards.
    ///
    /// - Throws: The error of one of them.
    package func finish() throws {
        isFinished = true
        guard hasThread else { return }
        try shared.finish()
    }

    private final class Shared: Sendable {
        private struct State {
            /// The next ones, the first first; nil ends the thread.
            var waiting: [(@Sendable () throws -> Void)?] = []
            var error: (any Error)?
        }

        private let state = Mutex(State())
        private let room: DispatchSemaphore
        private let arrivals = DispatchSemaphore(value: 0)
        private let end = DispatchSemaphore(value: 0)

        init(limit: Int) {
            room = DispatchSemaphore(value: limit)
        }

        func put(_ body: @escaping @Sendable () throws -> Void) throws {
            room.wait()
            let error = state.withLock { state in
                state.waiting.append(body)
                return state.error
            }
            arrivals.signal()
            if let error { throw error }
        }

        func finish() throws {
            state.withLock { $0.waiting.append(nil) }
            arrivals.signal()
            end.wait()
            if let error = state.withLock({ $0.error }) { throw error }
        }

        func runAll() {
            while true {
                arrivals.wait()
                let (next, isOver) = state.withLock { ($0.waiting.removeFirst(), $0.error != nil) }
                guard let next else { break }
                if !isOver {
                    do {
                        try next()
                    } catch {
                        state.withLock { $0.error = error }
                    }
                }
                room.signal()
            }
            end.signal()
        }
    }
}
