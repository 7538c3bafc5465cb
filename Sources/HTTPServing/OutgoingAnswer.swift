internal import CivilTime
internal import Synchronization

/// An answer on its way to its client: how much of it is still held here, and how fast the client takes it.
///
/// A client that takes a byte now and then is never quiet, so the library would wait for it for ever.
final class OutgoingAnswer: Sendable {
    private struct State {
        /// Bytes that the client has still to take.
        var held = 0
        /// Bytes that it took of what is held since ``begun``.
        var taken = 0
        var begun = MonotonicClock.microseconds
        /// The same of the time that is being measured.
        var takenInSpan = 0
        var spanBegun = MonotonicClock.microseconds
        /// Whether the server has to make what comes next.
        var isOurTurn = false
        var isOver = false
    }

    private let connections: OpenConnections
    private let limits: HTTPLimits
    private let state = Mutex(State())

    init(among connections: OpenConnections, _ limits: HTTPLimits) {
        self.connections = connections
        self.limits = limits
    }

    /// Holds bytes that are ready for the client; false where there is no room for them, or nobody waits for them any more.
    func hold(_ count: Int) -> Bool {
        guard connections.makeRoom(for: count) else { return false }
        let isTaken = state.withLock { state in
            guard !state.isOver else { return false }
            let now = MonotonicClock.microseconds
            state.held += count
            (state.taken, state.begun, state.takenInSpan, state.spanBegun) = (0, now, 0, now)
            state.isOurTurn = false
            return true
        }
        if !isTaken { connections.giveBack(count) }
        return isTaken
    }

    /// Notes that the client has taken some of them.
    func take(_ count: Int) {
        let wasHeld = state.withLock { state in
            guard !state.isOver else { return false }
            state.held -= count
            state.taken += count
            state.takenInSpan += count
            return true
        }
        if wasHeld { connections.giveBack(count) }
    }

    /// Notes that the client waits for the server.
    func awaitNext() {
        state.withLock { $0.isOurTurn = true }
    }

    /// Lets go what is held.
    func end() {
        let held = state.withLock { state in
            defer { (state.held, state.isOver) = (0, true) }
            return state.held
        }
        connections.giveBack(held)
    }

    /// Whether the client has taken too little for too long. Each span of time is judged by itself.
    func isTooSlow(at now: Int64) -> Bool {
        state.withLock { state in
            guard !state.isOurTurn, !state.isOver else { return false }
            guard now - state.spanBegun >= limits.answerSeconds * 1_000_000 else { return false }
            defer { (state.takenInSpan, state.spanBegun) = (0, now) }
            return Int64(state.takenInSpan) < limits.answerSeconds * limits.answerBytesPerSecond
        }
    }

    /// How fast the client takes what is held, in bytes a second; nil where nothing is, or its time has just begun.
    func pace(at now: Int64) -> Double? {
        state.withLock { state in
            let time = now - state.begun
            guard state.held > 0, !state.isOver, time >= limits.patienceSeconds * 1_000_000 else { return nil }
            return Double(state.taken) / Double(max(1, time)) * 1_000_000
        }
    }
}
