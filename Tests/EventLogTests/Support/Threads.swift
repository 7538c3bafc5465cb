import FoundationEssentials
import Glibc
import Synchronization

/// Runs a closure on a thread of its own, which may block, and waits for it.
///
/// A store belongs to one thread, so the closure opens its own.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        let job = Job { continuation.resume(with: Result(catching: body)) }
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(job).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        if code != 0 {
            unsafe Unmanaged<Job>.fromOpaque(argument).release()
            continuation.resume(throwing: CocoaError(.featureUnsupported))
        }
        pthread_detach(thread)
    }
}

private final class Job: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
