public import LedgerKernel

/// The erasure of a ledger's contents: its plan, its key, and its remaining steps.
public struct LedgerErasure {
    let ledger: Ledger

    /// Whether an erasure that had been interrupted was taken up when the ledger was opened.
    public var hasResumed: Bool { ledger.writing.hasResumedErasure }
}

extension Ledger {
    /// The permanent erasure of its contents.
    public var erasure: LedgerErasure { LedgerErasure(ledger: self) }
}
