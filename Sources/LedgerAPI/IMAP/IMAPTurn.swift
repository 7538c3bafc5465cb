internal import Synchronization

/// Work for a connection that waits for a thread. A thread or the loop takes it, and then has the connection.
final class IMAPTurn: Sendable {
    private let isTaken = Atomic<Bool>(false)

    /// Returns whether nobody had it before.
    func take() -> Bool {
        !isTaken.exchange(true, ordering: .acquiringAndReleasing)
    }
}
