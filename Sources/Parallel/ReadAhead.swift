internal import Dispatch
internal import Synchronization

/// Returns, in order, elements that a thread of its own makes ahead of the taker.
///
/// Half of an import is reading and half is recording. Overlapping them on two cores takes the time of the longer half,
/// and reading continues while recording waits for a sync.
///
/// One thread takes. The elements that were made and not taken weigh at most twice the capacity, plus one element.
package final class ReadAhead<Element: Sendable> {
    private let shared: Shared
    /// The next elements, the last first.
    private var taken: [Element] = []

    /// Starts the thread; nil if none is available.
    ///
    /// - Parameters:
    ///   - capacity: The total `weight` of waiting elements at which the thread pauses.
    ///   - start: Called on the thread; returns a closure that makes one element after the other there, and nil at the
    ///     end.
    package init?(
        capacity: Int, weight: @escaping @Sendable (Element) -> Int,
        start: @escaping @Sendable () throws -> () throws -> Element?
    ) {
        let shared = Shared(capacity: capacity)
        self.shared = shared
        let isStarted = BlockingThread.start {
            // Its open files are closed before the end is reported.
            let end = Result {
                let next = try start()
                while let element = try next(), shared.put(element, weight: weight(element)) {}
            }
            shared.finish(end)
        }
        guard isStarted else {
            // Otherwise releasing it would wait for the end of a thread that does not exist.
            shared.finish(.success(()))
            return nil
        }
    }

    deinit {
        shared.stop()
    }

    /// Returns the next element, waiting for it; nil at the end.
    ///
    /// - Throws: The error from making it, after all elements made before.
    package func next() throws -> Element? {
        if taken.isEmpty { taken = try shared.takeAll().reversed() }
        return taken.popLast()
    }

    /// The state that both threads share.
    private final class Shared: Sendable {
        private struct State {
            var waiting: [Element] = []
            var weight = 0
            var end: Result<Void, any Error>?
            var isStopped = false
            /// The side that sleeps until the other wakes it.
            var isMakerAsleep = false
            var isTakerAsleep = false
        }

        private let capacity: Int
        /// The weight at which the taker is woken: waking it for each of many light elements would take longer than
        /// handling them.
        private let worth: Int
        private let state = Mutex(State())
        private let room = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)

        init(capacity: Int) {
            self.capacity = capacity
            worth = capacity / 256
        }

        /// Adds an element; returns whether more are wanted, once there is room for them.
        func put(_ element: Element, weight: Int) -> Bool {
            let wakesTaker = state.withLock { state in
                state.waiting.append(element)
                state.weight += weight
                guard state.isTakerAsleep, state.weight >= worth else { return false }
                state.isTakerAsleep = false
                return true
            }
            if wakesTaker { arrival.signal() }
            while true {
                let goesOn: Bool? = state.withLock { state in
                    if state.isStopped { return false }
                    if state.weight < capacity { return true }
                    state.isMakerAsleep = true
                    return nil
                }
                if let goesOn { return goesOn }
                room.wait()
            }
        }

        func finish(_ end: Result<Void, any Error>) {
            let wakesTaker = state.withLock { state in
                state.end = end
                defer { state.isTakerAsleep = false }
                return state.isTakerAsleep
            }
            if wakesTaker { arrival.signal() }
        }

        /// Returns the waiting elements, once there are any; none at the end.
        func takeAll() throws -> [Element] {
            while true {
                let (all, end, wakesMaker) = state.withLock { state in
                    let all = state.waiting
                    state.waiting = []
                    state.weight = 0
                    state.isTakerAsleep = all.isEmpty && state.end == nil
                    defer { state.isMakerAsleep = false }
                    return (all, state.end, state.isMakerAsleep)
                }
                if wakesMaker { room.signal() }
                if !all.isEmpty { return all }
                if let end {
                    try end.get()
                    return []
                }
                arrival.wait()
            }
        }

        /// Stops the thread, and waits until it has ended.
        func stop() {
            while true {
                let (isOver, wakesMaker) = state.withLock { state in
                    state.isStopped = true
                    state.isTakerAsleep = state.end == nil
                    defer { state.isMakerAsleep = false }
                    return (state.end != nil, state.isMakerAsleep)
                }
                if wakesMaker { room.signal() }
                if isOver { return }
                arrival.wait()
            }
        }
    }
}
