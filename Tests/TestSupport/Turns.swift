import Foundation

/// Repeats work for so many seconds of its own, at least once, and lets other tests run in between: they share a thread for each core.
package func repeating(for seconds: Double, _ body: () throws -> Void) async throws {
    var worked = 0.0
    repeat {
        let start = Date()
        repeat { try body() } while Date().timeIntervalSince(start) < min(1, seconds - worked)
        worked += Date().timeIntervalSince(start)
        await Task.yield()
    } while worked < seconds
}
