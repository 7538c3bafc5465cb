internal import Cryptography
internal import EventLog
internal import MailLedger
internal import Projections

/// What SELECT found, for the next one of the same mailbox: while the log does not grow, nothing of it changes.
struct OpenedMailbox {
    /// What the answer depends on beside the log.
    struct Form: Hashable {
        let name: String
        let isReadOnly: Bool
        let isRev2: Bool
        let isUTF8: Bool
    }

    let form: Form
    /// The position before which UIDs may have named other messages.
    let resumption: Int64
    var selected: SelectedMailbox
    let numbers: MailboxNumbers
    /// The lines that describe it.
    let words: [UInt8]

    /// The leaf at the position at which it was found, by which another log is noticed.
    private let leaf: SHA256Digest?
    private let reopenings: Int

    init(
        form: Form, resumption: Int64, selected: SelectedMailbox, numbers: MailboxNumbers, words: [UInt8],
        _ reader: LedgerReader
    ) throws {
        self.form = form
        self.resumption = resumption
        self.selected = selected
        self.numbers = numbers
        self.words = words
        leaf = try reader.recordedLeaf(at: reader.position)
        reopenings = reader.store.reopenings
    }

    /// Whether another look would find the same.
    ///
    /// Another log may have come to the same position: after a failover, or where the ledger's files were replaced.
    func isStill(_ form: Form, validSince resumption: Int64, _ reader: LedgerReader) throws -> Bool {
        guard self.form == form, self.resumption == resumption, selected.heard == reader.position else { return false }
        // A log on a server says by a number that it was opened again; the leaf of files is at hand.
        let now = reader.store.reopenings
        if now > 0, now == reopenings { return true }
        return try reader.recordedLeaf(at: reader.position) == leaf
    }
}
