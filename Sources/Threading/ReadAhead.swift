internal import Dispatch
internal import Synchronization

/// Hands over, in their order, elements that a thread of their own makes ahead of who takes them.
///
/// An import is half reading and half recording: done beside each other on two cores they take the time of the longer half,
/// and the syncs of the one are no waiting for the other.
///
/// Taken from by one thread. What was made and not taken weighs at most twice the capacity, and one element.
package final class ReadAhead<Element: Sendable> {
    private let shared: Shared
    /// What is taken next, the last first.
    private var taken: [Element] = []

    /// Starts the thread; nil where none can be had.
    ///
    /// - Parameters:
    ///   - capacity: How much may wait, as `weight` counts, before the thread waits for it to be taken.
    ///   - start: Called on the thread; returns what makes one element after the other there, and nil at the end.
    package init?(
        capacity: Int, weight: @escaping @Sendable (Element) -> Int,
        start: @escaping @Sendable () throws -> () throws -> Element?
    ) {
        let shared = Shared(capacity: capacity)
        self.shared = shared
        let isStarted = BlockingThread.start {
            // What it has open is closed when the end is told.
            let end = Result {
                let next = try start()
                while let element = try next(), shared.put(element, weight: weight(element)) {}
            }
            shared.finish(end)
        }
        guard isStarted else {
            // Else who lets it go would wait for the end of a thread that there is not.
            shared.finish(.success(()))
            return nil
        }
    }

    deinit {
        shared.stop()
    }

    /// Returns the next element, waiting for it; nil at the end.
    ///
    /// - Throws: What making it threw, behind all that was made before.
    package func next() throws -> Element? {
        if taken.isEmpty { taken = try shared.takeAll().reversed() }
        return taken.popLast()
    }

    /// What both threads see.
    private final class Shared: Sendable {
        private struct State {
            var waiting: [Element] = []
            var weight = 0
            var end: Result<Void, any Error>?
            var isStopped = false
            /// Which side sleeps until the other wakes it.
            var isMakerAsleep = false
            var isTakerAsleep = false
        }

        private let capacity: Int
        /// Who takes is woken for so much: to wake it for each of many light elements would take longer than they do.
        private let worth: Int
        private let state = Mutex(State())
        private let room = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)

        init(capacity: Int) {
            self.capacity = capacity
            worth = capacity / 256
        }

        /// Lets an element wait; returns whether more is wanted, once there is room for it.
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

        /// Returns what waits, once something does; nothing at the end.
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

        /// Has the thread make no more, and waits until it has ended.
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
