internal import Cryptography
internal import EventLog
internal import MailLedger

/// What an export of events wrote, or would write.
struct EventExportForm: Encodable {
    let to: String
    let events: Int64
    let transactions: Int64
    let contents: Int
    let contentBytes: Int64
    let leftOut: [String]
    let position: Int64
    let root: String
    let isDryRun: Bool

    init(to path: String, report: EventExportReport, isDryRun: Bool) {
        to = path
        events = report.events
        transactions = report.transactions
        contents = report.contents
        contentBytes = report.contentBytes
        leftOut = report.leftOut.map(\.hex)
        position = report.position.rawValue
        root = report.root.hex
        self.isDryRun = isDryRun
    }
}

/// What an import of events did, or would do.
struct EventImportForm: Encodable {
    let ledger: String
    let path: String
    let isNew: Bool
    let added: Int64
    let present: Int64
    let erased: Int
    let remaining: [String]
    let contents: Int
    let missing: Int
    let position: Int64
    let root: String
    let isDryRun: Bool

    init(at directory: String, report: EventImportReport, isDryRun: Bool) {
        ledger = report.ledger.description
        path = directory
        isNew = report.isNew
        added = report.added
        present = report.present
        erased = report.erased
        remaining = report.remaining.names
        contents = report.contents
        missing = report.missing
        position = report.position.rawValue
        root = report.root.hex
        self.isDryRun = isDryRun
    }
}
