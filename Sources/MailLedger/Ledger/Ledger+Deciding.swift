internal import CivilTime
internal import EventLog

/// The read models or the full text are too far behind the log to be brought up while others wait.
struct ReadModelsBehind: Error {}

extension Ledger {
    /// How often a decision begins again because others appended more than that meanwhile.
    private static let attempts = 20

    /// Keeps other writers out while the closure decides, by read models at the log's head.
    ///
    /// The read models are built and brought up before the lock is asked for. Under it they take in only what came meanwhile,
    /// at most ``eventsUnderLock`` events; where there is more, the lock is let go and all of it begins again. So does a closure
    /// that reads a filter which asks for words, once the full text is brought up.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` where others append faster than this process reads.
    func deciding<Output>(_ body: (Projector, FullText) throws -> Output) throws -> Output {
        var fullText = FullText.behind
        for _ in 0..<Self.attempts {
            let projector = try environment.timed(.views) { try views.current(progress: onRebuild) }
            try environment.timed(.views) { try catchUp(projector) }
            let asked = MonotonicClock.microseconds
            do {
                return try store.withWriterLock {
                    environment.observer?(
                        Phase(name: .lock, microseconds: MonotonicClock.microseconds - asked, events: nil))
                    let projector = try nearViews()
                    try environment.timed(.views) { try catchUp(projector) }
                    return try body(projector, fullText)
                }
            } catch is ReadModelsBehind {
                continue
            } catch is FullTextBehind {
                try prepareFullText()
                // Another process is at work on the index: it is asked at the next question.
                if searchIsBehind { throw EventLogError.busy(holder: nil) }
                // Under the lock nothing comes in any more: an index at the head knows every message that the filter could mean.
                fullText = .broughtUp(requireSearchAtHead)
            }
        }
        throw EventLogError.busy(holder: nil)
    }

    /// Returns the read models, which have little to take in; nothing is built.
    private func nearViews() throws -> Projector {
        guard let projector = try views.existing(),
            try isNear(projector.checkpoint().position)
        else { throw ReadModelsBehind() }
        return projector
    }

    /// Returns whether what lies between a position and the head may be taken in while others wait.
    func isNear(_ position: Position) throws -> Bool {
        try store.head().position.rawValue - position.rawValue <= eventsUnderLock
    }
}
