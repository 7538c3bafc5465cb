internal import Dispatch
internal import Synchronization

/// Transforms many elements on several cores, and returns the results in the order of the elements.
///
/// ```swift
/// let work = OrderedWork(decode)
/// while let batch = try nextBatch() {
///     work.put(batch)
///     if work.count == limit, let decoded = work.next() { take(decoded) }
/// }
/// while let decoded = work.next() { take(decoded) }
/// ```
///
/// The thread that takes the results helps: it transforms elements that no other thread has begun. So no core waits for
/// another, and the work gets done even if no other thread is available. Elements should take some ten microseconds at
/// least: handing one over takes one or two.
///
/// One thread puts and takes. It decides how many elements wait.
package final class OrderedWork<Input: Sendable, Output: Sendable> {
    /// The number of elements that were put in and not taken yet.
    package private(set) var count = 0
    private let shared: Shared

    /// Starts the helper threads, by default one for each further processor, as far as they are available.
    package init(helpers: Int = Processors.count - 1, _ make: @escaping @Sendable (Input) -> Output) {
        shared = Shared(make)
        shared.start(helpers: helpers)
    }

    deinit {
        shared.stop()
    }

    /// Adds an element after the others.
    package func put(_ input: Input) {
        count += 1
        shared.put(input)
    }

    /// Returns the result of the first element that is left; nil if none is.
    package func next() -> Output? {
        guard count > 0 else { return nil }
        count -= 1
        return shared.takeFirst()
    }

    /// The state that all threads share.
    private final class Shared: Sendable {
        private enum Element {
            case waiting(Input)
            case begun
            case made(Output)
        }

        /// The next step of the taker.
        private enum Step {
            case take(Output)
            case make(Int, Input)
            case wait
        }

        private struct State {
            /// The elements that were not taken; the first of them has the number `first`.
            var elements: [Element] = []
            var first = 0
            var isStopped = false
            /// The number of helpers, and of those that sleep until something is put in.
            var helpers = 0
            var asleep = 0
            var isTakerAsleep = false

            /// Begins with the first waiting element.
            mutating func begin() -> (number: Int, input: Input)? {
                for index in elements.indices {
                    guard case .waiting(let input) = elements[index] else { continue }
                    elements[index] = .begun
                    return (first + index, input)
                }
                return nil
            }
        }

        private let make: @Sendable (Input) -> Output
        private let state = Mutex(State())
        /// These wake a helper, the taker, and the thread that waits for the helpers to end.
        private let arrival = DispatchSemaphore(value: 0)
        private let progress = DispatchSemaphore(value: 0)
        private let end = DispatchSemaphore(value: 0)

        init(_ make: @escaping @Sendable (Input) -> Output) {
            self.make = make
        }

        func start(helpers: Int) {
            for _ in 0..<max(0, helpers) where BlockingThread.start({ self.help() }) {
                state.withLock { $0.helpers += 1 }
            }
        }

        func put(_ input: Input) {
            let wakes = state.withLock { state in
                state.elements.append(.waiting(input))
                defer { state.asleep = max(0, state.asleep - 1) }
                return state.asleep > 0
            }
            if wakes { arrival.signal() }
        }

        func takeFirst() -> Output {
            while true {
                let step: Step = state.withLock { state in
                    if case .made(let output) = state.elements[0] {
                        state.elements.removeFirst()
                        state.first += 1
                        return .take(output)
                    }
                    if let (number, input) = state.begin() { return .make(number, input) }
                    state.isTakerAsleep = true
                    return .wait
                }
                switch step {
                case .take(let output): return output
                case .make(let number, let input): finish(number, make(input))
                case .wait: progress.wait()
                }
            }
        }

        private func finish(_ number: Int, _ output: Output) {
            let wakes = state.withLock { state in
                state.elements[number - state.first] = .made(output)
                guard state.isTakerAsleep, number == state.first else { return false }
                state.isTakerAsleep = false
                return true
            }
            if wakes { progress.signal() }
        }

        private func help() {
            while true {
                let (isStopped, begun) = state.withLock { state in
                    let begun = state.isStopped ? nil : state.begin()
                    if begun == nil, !state.isStopped { state.asleep += 1 }
                    return (state.isStopped, begun)
                }
                if isStopped { break }
                if let begun { finish(begun.number, make(begun.input)) } else { arrival.wait() }
            }
            end.signal()
        }

        /// Ends the helpers, and waits for their end: none of them outlives its owner.
        func stop() {
            let (helpers, asleep) = state.withLock { state in
                state.isStopped = true
                defer { state.asleep = 0 }
                return (state.helpers, state.asleep)
            }
            for _ in 0..<asleep { arrival.signal() }
            for _ in 0..<helpers { end.wait() }
        }
    }
}
