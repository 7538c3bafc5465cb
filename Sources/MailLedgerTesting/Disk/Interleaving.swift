internal import Cryptography
internal import Dispatch
internal import Parallel
internal import Synchronization

/// Lets several pieces of work take turns on their own threads, one at a time: the same seed gives the same turns.
///
/// ```swift
/// let turns = Interleaving(seed: seed)
/// let disk = world.copy(yield: { turns.handOver(waits: $0) })
/// turns.run([{ write(to: disk) }, { write(to: disk) }])
/// ```
public final class Interleaving: Sendable {
    private struct State {
        var random: SeededRandom
        /// The pieces of work that have not ended.
        var running: [Int] = []
        var handovers = 0
        /// The average number of calls per handover, also random: some mistakes show only if one piece gets far in one
        /// turn.
        let patience: Int

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            patience = 1 << Int.random(in: 0...8, using: &random)
        }
    }

    @TaskLocal private static var number: Int?

    private let state: Mutex<State>
    /// Each wakes one of them.
    private let wakers: Mutex<[DispatchSemaphore]> = Mutex([])

    public init(seed: UInt64) {
        state = Mutex(State(seed: seed))
    }

    /// The number of handovers.
    public var handovers: Int { state.withLock { $0.handovers } }

    /// Continues another piece of work at random; each piece calls it before every action that others may see.
    ///
    /// - Parameter waits: Whether the caller cannot continue before another one has.
    public func handOver(waits: Bool = false) {
        guard let own = Self.number else { return }
        let next = state.withLock { state -> Int in
            if waits, let next = state.running.filter({ $0 != own }).randomElement(using: &state.random) {
                state.handovers += 1
                return next
            }
            guard Int.random(in: 0..<state.patience, using: &state.random) == 0 else { return own }
            let next = state.running.randomElement(using: &state.random) ?? own
            if next != own { state.handovers += 1 }
            return next
        }
        guard next != own else { return }
        wake(next)
        sleep(own)
    }

    /// Runs all of them to their ends.
    public func run(_ work: [@Sendable () -> Void]) {
        let isOver = DispatchSemaphore(value: 0)
        wakers.withLock { $0 = work.map { _ in DispatchSemaphore(value: 0) } }
        state.withLock { $0.running = Array(work.indices) }
        for (number, body) in work.enumerated() {
            let isStarted = BlockingThread.start { [self] in
                Self.$number.withValue(number) {
                    sleep(number)
                    body()
                    guard let next = end(number) else {
                        isOver.signal()
                        return
                    }
                    wake(next)
                }
            }
            precondition(isStarted, "the system has room for a thread")
        }
        wake(0)
        isOver.wait()
    }

    /// Removes a piece that has ended, and returns the one that continues; nil after the last.
    private func end(_ number: Int) -> Int? {
        state.withLock { state in
            state.running.removeAll { $0 == number }
            return state.running.randomElement(using: &state.random)
        }
    }

    private func wake(_ number: Int) { wakers.withLock { $0[number] }.signal() }
    private func sleep(_ number: Int) { wakers.withLock { $0[number] }.wait() }
}
