/// The maintenance of a ledger: checks, rebuilds, backups, and what they find.
public struct LedgerMaintenance {
    let ledger: Ledger
}

extension Ledger {
    /// Checking it, rebuilding what follows from the log, and copying it.
    public var maintenance: LedgerMaintenance { LedgerMaintenance(ledger: self) }
}
