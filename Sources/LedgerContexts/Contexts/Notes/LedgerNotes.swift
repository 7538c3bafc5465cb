public import LedgerKernel

/// The audio of notes, and what actions do outside of the ledger.
public struct LedgerNotes {
    let ledger: Ledger
}

extension Ledger {
    /// The audio of its notes, and what their actions do outside of it.
    public var notes: LedgerNotes { LedgerNotes(ledger: self) }
}
