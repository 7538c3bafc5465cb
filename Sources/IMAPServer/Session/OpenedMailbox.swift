internal import EventLog
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

    /// Whether another look would find the same.
    func isStill(_ form: Form, at position: Position, validSince resumption: Int64) -> Bool {
        self.form == form && selected.heard == position && self.resumption == resumption
    }
}
