internal import CivilTime
internal import Dispatch
internal import MailLedger
internal import Parallel
internal import SQLiteDatabase
internal import Synchronization

/// Threads that last, each with the ledger open for itself, and the work that waits for them.
final class WorkPool: Sendable {
    typealias Job = @Sendable (Ledger) -> Void
    /// Opens the ledger for one thread, with what it is to call before each question.
    typealias Opening = @Sendable (_ onQuestion: (@Sendable (Interrupter) -> Void)?) throws -> Ledger

    /// What a thread is at.
    private struct Slot {
        var isBusy = false
        /// When the first question of its work began: read models of the past may have been built before that.
        var asksSince: Int64?
        /// What stops the question: those about the past and those behind a rebuild have other connections.
        var interrupter: Interrupter?
    }

    private struct State {
        var jobs: [Job] = []
        /// When the server stops: from then on no work begins, in microseconds of the monotonic clock.
        var beginsUntil = Int64.max
        var isClosed = false
        var slots: [Slot]
        var running: Int
    }

    private let state: Mutex<State>
    private let arrival = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// How much work may wait.
    private let capacity: Int
    /// How long a thread is idle before it looks after the files that it has open.
    private static let rest = DispatchTimeInterval.seconds(1)

    /// Starts the threads.
    init(threads: Int, capacity: Int, opening: @escaping Opening) {
        self.capacity = capacity
        state = Mutex(State(slots: Array(repeating: Slot(), count: threads), running: threads))
        for number in 0..<threads {
            let isStarted = BlockingThread.start { [self] in
                run(number, opening)
                state.withLock { $0.running -= 1 }
                ended.signal()
            }
            if !isStarted { state.withLock { $0.running -= 1 } }
        }
    }

    /// Has work done on one of the threads; false where too much waits already, or the server stops.
    func submit(_ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.running > 0, state.jobs.count < capacity,
                MonotonicClock.microseconds <= state.beginsUntil
            else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { arrival.signal() }
        return isTaken
    }

    private func run(_ number: Int, _ opening: Opening) {
        guard let ledger = open(opening, for: number) else { return }
        while true {
            // Idle, it must not keep files open that an erasure replaced.
            while arrival.wait(timeout: .now() + Self.rest) == .timedOut { try? ledger.erasure.rest() }
            // What is dropped is let go behind the lock: a database may close with it.
            var dropped: [Job] = []
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                if MonotonicClock.microseconds > state.beginsUntil { swap(&dropped, &state.jobs) }
                guard !state.jobs.isEmpty else { return (nil, state.isClosed) }
                state.slots[number].isBusy = true
                return (state.jobs.removeFirst(), state.isClosed)
            }
            dropped = []
            guard let job else {
                if isClosed { return }
                continue
            }
            // Whoever does not say for whom it works is shown nothing.
            ledger.audience = .nobody
            job(ledger)
            // Kept, it would keep files open that an erasure replaced. It is let go behind the lock: a database may close with it.
            let slot = state.withLock { state in
                defer { state.slots[number] = Slot() }
                return state.slots[number]
            }
            withExtendedLifetime(slot) {}
        }
    }

    /// Opens the ledger, again and again where it is in use.
    private func open(_ opening: Opening, for number: Int) -> Ledger? {
        while !state.withLock({ $0.isClosed }) {
            if let ledger = try? opening({ [self] in note($0, number) }) { return ledger }
            BlockingThread.pause(milliseconds: 200)
        }
        return nil
    }

    /// Notes that a thread begins with a question.
    private func note(_ interrupter: Interrupter, _ number: Int) {
        let former = state.withLock { state in
            defer { state.slots[number].interrupter = interrupter }
            state.slots[number].asksSince = state.slots[number].asksSince ?? MonotonicClock.microseconds
            return state.slots[number].interrupter
        }
        withExtendedLifetime(former) {}
    }

    /// How many threads there are, how many of them are at work, and how much work waits.
    var load: (threads: Int, busy: Int, waiting: Int) {
        state.withLock { state in
            (state.running, state.slots.count(where: \.isBusy), state.jobs.count)
        }
    }

    /// Stops the questions of work that has asked for longer than this.
    func interrupt(olderThan seconds: Int64) {
        let now = MonotonicClock.microseconds
        state.withLock { state in
            for slot in state.slots {
                if let since = slot.asksSince, now - since > seconds * 1_000_000 { slot.interrupter?.interrupt() }
            }
        }
    }

    /// How long work may still begin once a server stops, in microseconds.
    static let grace: Int64 = 2_000_000

    /// Begins no work later than a moment. What comes then is refused; what waits then is dropped, and the server of
    /// requests refuses it when it ends.
    ///
    /// - Parameter moment: In microseconds of the monotonic clock.
    func begin(until moment: Int64) {
        state.withLock { $0.beginsUntil = min($0.beginsUntil, moment) }
    }

    /// Takes no more work, drops what waits, and waits until a moment for what is being done.
    ///
    /// - Parameter moment: In microseconds of the monotonic clock.
    func close(by moment: Int64) {
        var dropped: [Job] = []
        let running = state.withLock { state in
            state.isClosed = true
            swap(&dropped, &state.jobs)
            return state.running
        }
        let deadline = DispatchTime(at: moment)
        // Each of them finds that nothing is left.
        for _ in 0..<running { arrival.signal() }
        while state.withLock({ $0.running > 0 }), ended.wait(timeout: deadline) == .success {}
    }
}

extension DispatchTime {
    /// A moment of the monotonic clock in microseconds; now, where it is over.
    init(at moment: Int64) {
        self = .now() + .microseconds(Int(max(0, moment - MonotonicClock.microseconds)))
    }
}
