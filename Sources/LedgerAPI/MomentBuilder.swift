internal import CivilTime
internal import Dispatch
internal import EventLog
internal import MailLedger
internal import Parallel
internal import Synchronization

/// Builds the read models of past moments that somebody waits for, on a thread of its own, so that readers go on to answer.
///
/// A caller asks for a moment again and again until it is there. What nobody waits for any more is stopped.
final class MomentBuilder: Sendable {
    /// How far a build is.
    struct Progress: Encodable {
        let state = "building"
        let position: Int64
        let of: Int64
    }

    private struct State {
        var wants = MomentWants()
        /// What is being built, and how far it is.
        var current: (position: Position, reached: Position)?
        /// What was built and could not be kept: each question builds it for itself.
        var unkept: Set<Position> = []
        var isClosed = false
    }

    private static let mostUnkept = 1_000

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Starts the thread, which opens the ledger when something is wanted.
    init(opening open: @escaping WorkPool.Opening) {
        _ = BlockingThread.start { [self] in
            // Opened for each: while it waits, it keeps no file that an erasure has to remove.
            while let position = next() { build(position, on: try? open(nil)) }
        }
    }

    /// Whether the read models of a moment can be had without a build.
    func isReady(_ position: Position, in ledger: Ledger) throws -> Bool {
        try ledger.store.head().position == position || PastMoments(of: ledger).stand(at: position)
    }

    /// Notes that a caller waits for a moment, and returns how far it is; nil for one that was built and cannot be kept.
    func want(_ position: Position, by caller: String) -> Progress? {
        let now = MonotonicClock.microseconds
        let reached = state.withLock { state -> Position? in
            if state.unkept.contains(position) { return nil }
            state.wants.add(position, by: caller, at: now)
            return state.current?.position == position ? state.current?.reached : .start
        }
        arrival.signal()
        return reached.map { Progress(position: $0.rawValue, of: position.rawValue) }
    }

    /// Ends the thread, soon.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wants.removeAll()
        }
        arrival.signal()
    }

    // MARK: On the thread

    /// Waits for the next one to be built; nil once the server stops.
    private func next() -> Position? {
        while true {
            let now = MonotonicClock.microseconds
            let (found, isClosed) = state.withLock { state -> (Position?, Bool) in
                let found = state.wants.next(at: now)
                state.current = found.map { ($0, .start) }
                return (found, state.isClosed)
            }
            if isClosed { return nil }
            if let found { return found }
            arrival.wait()
        }
    }

    private func build(_ position: Position, on ledger: Ledger?) {
        if let ledger {
            ledger.onRebuild = { [self] reached, _ in note(reached, of: position) }
            _ = try? ledger.read(at: Moment(.position(position))) { $0.position }
        }
        let isKept = ledger.map { (try? PastMoments(of: $0).stand(at: position)) ?? false } ?? false
        let now = MonotonicClock.microseconds
        state.withLock { state in
            if state.wants.contains(position, at: now), !isKept {
                if state.unkept.count >= Self.mostUnkept { state.unkept = [] }
                state.unkept.insert(position)
            }
            state.wants.remove(position)
            state.current = nil
        }
    }

    /// Notes how far the build is; false where nobody waits for it any more.
    private func note(_ reached: Position, of position: Position) -> Bool {
        let now = MonotonicClock.microseconds
        return state.withLock { state in
            state.current = (position, reached)
            return state.wants.contains(position, at: now)
        }
    }
}
