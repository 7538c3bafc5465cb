internal import EventLog
internal import SQLiteDatabase

extension LedgerWriting {
    /// Lends the step by which the read models take in events that the closure received from another copy of the log.
    ///
    /// The closure takes it under the writer's lock, before the log commits. An event that the read models cannot apply
    /// stops it there, so that it is never recorded. What they applied lasts if the closure returns.
    ///
    /// If the closure has blanked events that were here, their rows tell nothing of the models that take their place.
    /// Those are then built from the first event on, as a trial.
    ///
    /// - Throws: ``EventLogError/projectionFailed(_:)``.
    /// - Complexity: O(the new events), and no second time afterwards; O(the log) if events were blanked.
    package func receiving<Output>(
        _ body: (_ takeIn: (_ hasBlanked: Bool) throws -> Void) throws -> Output
    ) throws -> Output {
        // Missing and unfit views are built before others have to wait.
        try ledger.read { _ in }
        let projector = try ledger.views.current(progress: ledger.onRebuild)
        var isCommitted = false
        defer { projector.endAhead(keeping: isCommitted) }
        let output = try body { hasBlanked in
            do {
                guard hasBlanked else { return try projector.takeAhead(of: ledger.store) }
                _ = try ledger.pastViews.open(at: ledger.store.head().position, isPrivate: true)
            } catch let error as SQLiteError where error.isBusy {
                throw EventLogError.busy(holder: nil)
            }
        }
        isCommitted = true
        return output
    }
}
