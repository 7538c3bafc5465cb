internal import Dispatch
internal import Parallel
internal import Synchronization

/// Does something again and again on a thread of its own, until it is dropped or the closure is false.
final class Heartbeat: Sendable {
    private let end = DispatchSemaphore(value: 0)

    /// - Returns: Nil if the system has no thread for it.
    init?(every pause: Duration, _ beat: @escaping @Sendable () -> Bool) {
        let (end, milliseconds) = (end, Int(pause / .milliseconds(1)))
        let isStarted = BlockingThread.start {
            while end.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut, beat() {}
        }
        guard isStarted else { return nil }
    }

    deinit { end.signal() }
}
