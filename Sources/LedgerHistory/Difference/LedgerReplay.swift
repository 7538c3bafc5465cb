public import LedgerKernel

/// Questions that replay the log: what changed between two moments, and what other rules would change.
public struct LedgerReplay {
    package let ledger: Ledger
}

extension Ledger {
    /// Playing the log again, to compare moments and rules.
    public var replay: LedgerReplay { LedgerReplay(ledger: self) }
}
