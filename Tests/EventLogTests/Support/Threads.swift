import FoundationEssentials
import Parallel

/// Runs a closure on a thread of its own, which may block, and waits for it.
///
/// A store belongs to one thread, so the closure opens its own.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        let isStarted = BlockingThread.start { continuation.resume(with: Result(catching: body)) }
        if !isStarted { continuation.resume(throwing: CocoaError(.featureUnsupported)) }
    }
}
