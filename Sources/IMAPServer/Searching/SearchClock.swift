internal import CivilTime

/// Bounds the processor time that a search takes of its thread: a machine that is busy with other things shortens none.
package final class SearchClock {
    private let end: Int64
    private var asked = 0

    private static let standard: Int64 = 60_000_000
    /// To read the clock takes as long as to test a short text.
    private static let seldom = 16

    package init(microseconds: Int64? = nil) {
        end = ThreadClock.microseconds + (microseconds ?? Self.standard)
    }

    /// Looks at the clock now and then; called before each small piece of work.
    package func check() throws {
        asked += 1
        if asked % Self.seldom == 0 { try checkNow() }
    }

    /// - Throws: ``NoAnswer`` once the time is over.
    package func checkNow() throws {
        guard ThreadClock.microseconds < end else {
            throw NoAnswer("The search takes too long; ask for less", code: "LIMIT")
        }
    }
}
