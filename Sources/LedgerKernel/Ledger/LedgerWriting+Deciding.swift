internal import CivilTime
package import EventLog

/// The read models or the full text are too far behind the log for an update while others wait.
struct ReadModelsBehind: Error {}

extension LedgerWriting {
    /// The number of times that a decision starts over because others appended more than that meanwhile.
    private static let attempts = 20

    /// Keeps other writers out while the closure decides, by read models at the log's head.
    ///
    /// The read models are built and updated before the lock is taken. Under it they apply only the events that came
    /// meanwhile, at most `Ledger.eventsUnderLock`; if there are more, the lock is released and everything starts over. The
    /// same happens if the closure reads a filter with words, after the full text is updated.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` if others append faster than this process reads.
    package func deciding<Output>(_ body: (Projector, FullText) throws -> Output) throws -> Output {
        var fullText = FullText.behind
        for _ in 0..<Self.attempts {
            do {
                let projector = try ledger.environment.timed(.views) {
                    try ledger.views.current(progress: ledger.onRebuild)
                }
                try ledger.environment.timed(.views) { try ledger.catchUp(projector) }
                if try ledger.place.forgetErased(in: ledger) { continue }
                // The read models may have shown just now that the log lacks its end.
                try ledger.store.recordResumption(ledger.environment.context(command: "restore"))
                let asked = MonotonicClock.microseconds
                return try ledger.store.withWriterLock {
                    ledger.environment.observer?(
                        Phase(name: .lock, microseconds: MonotonicClock.microseconds - asked, events: nil))
                    let projector = try nearViews()
                    try ledger.environment.timed(.views) { try ledger.catchUp(projector) }
                    return try body(projector, fullText)
                }
            } catch is ReadModelsBehind {
                continue
            } catch is ViewsError {
                ledger.letGoOfForeignViews()
            } catch is FullTextBehind {
                try ledger.prepareFullText()
                // Another process is at work on the index: it is asked at the next question.
                if ledger.searchIsBehind { throw EventLogError.busy(holder: nil) }
                // Under the lock nothing comes in any more: an index at the head knows every message that the filter could mean.
                fullText = .broughtUp(ledger.requireSearchAtHead)
            }
        }
        throw EventLogError.busy(holder: nil)
    }

    /// Returns the read models if they are near the head; it builds nothing.
    private func nearViews() throws -> Projector {
        guard let projector = try ledger.views.existing(),
            try ledger.isNear(projector.checkpoint().position)
        else { throw ReadModelsBehind() }
        return projector
    }
}

extension Ledger {
    /// Returns whether the events between a position and the head may be applied while others wait.
    func isNear(_ position: Position) throws -> Bool {
        try store.head().position.rawValue - position.rawValue <= eventsUnderLock
    }
}
