internal import Dispatch
internal import Glibc

/// A thread that may wait for a disk or a lock, which no thread of Swift's pool should: the pool has one thread per
/// core.
package enum BlockingThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Whether no thread may be started, so that all work happens in a fixed order, on the thread that would wait for
    /// it.
    @TaskLocal package static var areRefused = false

    /// Waits for a while, on a thread that may wait.
    package static func pause(milliseconds: Int) {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
    }

    /// Runs `body` on a new thread; if none is available, returns false and does nothing (pthread_create(3), EAGAIN).
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard !areRefused else { return false }
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, argument)
        guard code == 0 else {
            unsafe Unmanaged<Work>.fromOpaque(argument).release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
