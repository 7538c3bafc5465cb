public import Content
public import EventLog
public import LedgerKernel

extension LedgerMaintenance {
    /// Recomputes every digest, leaf and tile of the log, checks every position and version, and compares it with its
    /// checkpoints.
    ///
    /// - Parameter count: Reads only the last `count` events.
    /// - Throws: ``LogFault`` for the first fault.
    public func verifyLog(
        last count: Int64? = nil, progress: (Position) -> Bool = { _ in true }
    ) throws -> LogReport {
        try ledger.store.verify(last: count, progress: progress)
    }

    /// Checks that the key in the ledger's folder is the signing key; a missing key, as after a backup, is no fault.
    ///
    /// For a key that stays locked, it checks what its file states, and that the file is intact.
    ///
    /// - Throws: ``SigningKeyError``.
    public func checkKey() throws {
        _ = try ledger.proofs.hasSigningKey()
    }

    /// Reads every stored content and compares its digest; the closure returns false to stop.
    public func verifyContent(_ body: (ContentFinding) throws -> Bool) throws {
        try ledger.content.verify(each: body)
    }
}
