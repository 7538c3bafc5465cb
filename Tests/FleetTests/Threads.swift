import FoundationEssentials
import Parallel

/// Runs a closure on a thread of its own, which may wait for the server.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        let isStarted = BlockingThread.start { continuation.resume(with: Result(catching: body)) }
        if !isStarted { continuation.resume(throwing: CocoaError(.featureUnsupported)) }
    }
}
