/// The mail, drafts, folders and accounts that a program saves whole.
public struct LedgerMail {
    let ledger: Ledger
}

extension Ledger {
    /// Saving mail, drafts, folders and accounts whole.
    public var mail: LedgerMail { LedgerMail(ledger: self) }
}
