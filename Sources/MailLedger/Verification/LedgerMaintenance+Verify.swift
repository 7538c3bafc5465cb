public import Content
public import EventLog

extension LedgerMaintenance {
    /// Recomputes every digest, leaf and tile of the log, checks every position and stream version, and holds the log
    /// against the checkpoints that it kept.
    ///
    /// - Parameter count: Reads only the last so many events.
    /// - Throws: ``LogFault`` for the first thing that does not hold.
    public func verifyLog(
        last count: Int64? = nil, progress: (Position) -> Bool = { _ in true }
    ) throws -> LogReport {
        try ledger.store.verify(last: count, progress: progress)
    }

    /// Checks that the key in the ledger's folder is the one that signs; one that is not there, as after a backup, is none.
    ///
    /// Of a key that stays locked it is checked what its file says of it, and that the file is whole.
    ///
    /// - Throws: ``SigningKeyError``.
    public func checkKey() throws {
        guard let verifier = try ledger.proofs.verifier() else { return }
        do {
            try ledger.keys.check(for: verifier)
        } catch SigningKeyError.missing {}
    }

    /// Reads every stored content and compares its digest; the closure returns false to stop.
    public func verifyContent(_ body: (ContentFinding) throws -> Bool) throws {
        try ledger.content.verify(each: body)
    }
}
