internal import CivilTime
internal import Synchronization

/// Says how long a thread waits for a client that reads slowly: less while many threads do.
final class SlowReaders: Sendable {
    private let threads: Int
    private let longest: Int64
    private let waiting = Atomic<Int>(0)

    /// How long a client may read nothing while half of the threads wait, in microseconds.
    private static let shortest: Int64 = 5_000_000
    /// A client that has read nothing for less is not counted, in microseconds.
    private static let unnoticed: Int64 = 200_000
    /// How many bytes a client has to read in each second, once the longest wait is over.
    private static let leastSpeed: Int64 = 1_000

    init(threads: Int, seconds: Int64) {
        self.threads = threads
        longest = seconds * 1_000_000
    }

    /// One wait begins, which counts until it is let go.
    func wait() -> Wait { Wait(self) }

    struct Wait: ~Copyable {
        private let readers: SlowReaders
        private let begun = MonotonicClock.microseconds
        private var isCounted = false

        fileprivate init(_ readers: SlowReaders) {
            self.readers = readers
        }

        deinit {
            if isCounted { readers.waiting.subtract(1, ordering: .relaxed) }
        }

        /// Whether a client is waited for that has read `written` bytes so far, and nothing for some microseconds.
        mutating func mayGoOn(quiet: Int64, written: Int) -> Bool {
            if !isCounted, quiet > SlowReaders.unnoticed {
                isCounted = true
                readers.waiting.add(1, ordering: .relaxed)
            }
            let isCrowded = 2 * readers.waiting.load(ordering: .relaxed) > readers.threads
            let limit = isCrowded ? min(SlowReaders.shortest, readers.longest) : readers.longest
            let seconds = max(0, MonotonicClock.microseconds - begun - readers.longest) / 1_000_000
            return quiet < limit && Int64(written) >= seconds * SlowReaders.leastSpeed
        }
    }
}
