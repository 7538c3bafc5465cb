public import LedgerKernel

/// The keys, checkpoints, witnesses and proofs of a ledger.
public struct LedgerProofs {
    let ledger: Ledger
}

extension Ledger {
    /// Its keys, checkpoints, witnesses and proofs.
    public var proofs: LedgerProofs { LedgerProofs(ledger: self) }
}
