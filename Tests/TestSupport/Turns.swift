import Foundation

/// Repeats work a given number of times, and in a soak for as long as that takes; other tests have their turn each second.
///
/// So a suite tries the same number of cases on each machine, however busy that is.
package func repeating(_ times: Int, _ body: () throws -> Void) async throws {
    let end = Date() + TimeInterval(Soak.seconds ?? 0)
    var (done, turn) = (0, Date())
    while done < times || Date() < end {
        try body()
        done += 1
        guard Date().timeIntervalSince(turn) > 1 else { continue }
        await Task.yield()
        turn = Date()
    }
}
