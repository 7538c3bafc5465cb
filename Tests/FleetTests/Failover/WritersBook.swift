import EventLog
import Synchronization

/// The answer that writers got to each of their changes, by the reason that the log keeps of it.
final class WritersBook: Sendable {
    private struct Pages {
        var acknowledged: [String: ContinuousClock.Instant] = [:]
        /// Nobody could say: it is there once, or it is not.
        var unconfirmed: Set<String> = []
        /// An error said that nothing was recorded.
        var refused: [String: String] = [:]
        var isClosed = false
    }

    private let pages = Mutex(Pages())

    var acknowledged: Set<String> { pages.withLock { Set($0.acknowledged.keys) } }
    var unconfirmed: Set<String> { pages.withLock { $0.unconfirmed } }
    var refused: [String: String] { pages.withLock { $0.refused } }

    /// Gives one change after the other by a writer, until the book is closed.
    func fill(by writer: Int, _ change: (String) async throws -> Void) async {
        var number = 0
        while !pages.withLock({ $0.isClosed }) {
            number += 1
            let reason = "writer \(writer) change \(number)"
            do {
                try await change(reason)
                pages.withLock { $0.acknowledged[reason] = .now }
            } catch EventLogError.unconfirmed {
                _ = pages.withLock { $0.unconfirmed.insert(reason) }
            } catch {
                pages.withLock { $0.refused[reason] = "\(error)" }
            }
        }
    }

    func close() { pages.withLock { $0.isClosed = true } }

    /// Waits until more changes were acknowledged than a number; false if a minute was not enough.
    func hasMore(than count: Int) async throws -> Bool {
        for _ in 0..<6_000 {
            if pages.withLock({ $0.acknowledged.count }) > count { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// The time from a moment to the first acknowledgement behind it.
    func firstAcknowledgement(after moment: ContinuousClock.Instant) -> Duration? {
        pages.withLock { $0.acknowledged.values.filter { $0 > moment }.min().map { moment.duration(to: $0) } }
    }
}
