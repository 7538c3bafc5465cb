/// The maintenance of a ledger: checks, rebuilds, backups, and their results.
public struct LedgerMaintenance {
    package let ledger: Ledger
}

extension Ledger {
    /// The checks of the ledger, the rebuilding of derived data, and its backups.
    public var maintenance: LedgerMaintenance { LedgerMaintenance(ledger: self) }
}
