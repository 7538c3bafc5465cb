internal import Mailboxes
internal import MailLedger

struct ImportForm: Encodable {
    let added: Int
    let existing: Int
    let updated: Int
    let erased: Int
    let pruned: Int
    let readingOtherwise: [String]
    let skipped: [SkippedForm]
    let messagesPerSecond: Double

    struct SkippedForm: Encodable {
        let path: String
        let reason: String
    }

    init(_ report: ImportReport, seconds: Double) {
        added = report.added
        existing = report.existing
        updated = report.updated
        erased = report.erased
        pruned = report.pruned
        readingOtherwise = report.readingOtherwise
        skipped = report.skipped.map { SkippedForm(path: $0.path, reason: $0.reason.code) }
        messagesPerSecond = (Double(report.seen) / max(seconds, 0.001)).rounded()
    }

    enum CodingKeys: String, CodingKey {
        case added, existing, updated, erased, pruned
        case readingOtherwise = "reading_otherwise"
        case skipped
        case messagesPerSecond = "messages_per_second"
    }
}
