internal import CivilTime
internal import EventLog
internal import Synchronization

/// Tells those who follow the log that it has grown, and once in a while that it has not.
final class HeadHub: Sendable {
    /// How often a follower that waits is woken all the same, so that a connection which is gone is noticed.
    let quietSeconds: Int64

    private struct Waiter {
        let position: Position
        let deadline: Int64
        /// Called when it has, or when some time went by.
        let wake: @Sendable (_ hasGrown: Bool) -> Void
    }

    private struct State {
        var head = Position.start
        var waiters: [UInt64: Waiter] = [:]
        var count: UInt64 = 0
    }

    private let state = Mutex(State())

    init(quietSeconds: Int64) {
        self.quietSeconds = quietSeconds
    }

    /// Where the log ended when somebody looked last.
    var head: Position { state.withLock { $0.head } }

    /// Waits once until the log ends beyond a position, or for as long as nothing happens; returns a number by which it is given up.
    ///
    /// - Parameter end: When it is woken at the latest, in microseconds of the monotonic clock.
    func wait(
        beyond position: Position, until end: Int64 = .max, _ wake: @escaping @Sendable (_ hasGrown: Bool) -> Void
    ) -> UInt64 {
        let deadline = min(end, MonotonicClock.microseconds + quietSeconds * 1_000_000)
        let (id, isReady) = state.withLock { state -> (UInt64, Bool) in
            state.count += 1
            guard state.head <= position else { return (state.count, true) }
            state.waiters[state.count] = Waiter(position: position, deadline: deadline, wake: wake)
            return (state.count, false)
        }
        if isReady { wake(true) }
        return id
    }

    /// Gives up waiting; returns whether it was still waited for.
    func cancel(_ id: UInt64) -> Bool {
        state.withLock { $0.waiters.removeValue(forKey: id) } != nil
    }

    /// Wakes all who wait: each sees then that it cannot go on.
    func wakeAll() {
        let woken = state.withLock { state in
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in woken { waiter.wake(true) }
    }

    /// Notes where the log ends, and wakes those who waited for that.
    func note(_ head: Position) {
        let now = MonotonicClock.microseconds
        let woken = state.withLock { state -> [(Waiter, Bool)] in
            // Less than before where the log was cut: whoever reads it finds that out.
            state.head = head
            let due = state.waiters.filter { $0.value.position < head || $0.value.deadline <= now }
            for id in due.keys { state.waiters[id] = nil }
            return due.values.map { ($0, $0.position < head) }
        }
        for (waiter, hasGrown) in woken { waiter.wake(hasGrown) }
    }
}
