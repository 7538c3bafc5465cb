public import LedgerKernel

/// The mail, drafts, folders and accounts that a program saves whole.
public struct LedgerMail {
    package let ledger: Ledger

    /// The uploads for mail; nil for a ledger without a folder, and for one of an earlier moment.
    package var blobs: BlobUploads? { ledger.stores.blobs }
}

extension Ledger {
    /// Saving mail, drafts, folders and accounts whole.
    public var mail: LedgerMail { LedgerMail(ledger: self) }
}
