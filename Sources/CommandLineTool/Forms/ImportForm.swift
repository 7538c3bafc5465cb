internal import Mail
internal import MailLedger
internal import Mailboxes

struct ImportForm: Encodable {
    let added: Int
    let existing: Int
    let deleted: Int
    let elsewhere: [String]
    let updated: Int
    let erased: Int
    let pruned: Int
    let readingOtherwise: [String]
    let roles: [RoleForm]
    let skipped: [SkippedForm]
    let messagesPerSecond: Double

    struct SkippedForm: Encodable {
        let path: String
        let reason: String
    }

    struct RoleForm: Encodable {
        let folder: String
        let role: String
        let takenFrom: String?

        init(_ found: FoundRole) {
            folder = found.folder
            role = found.role.rawValue
            takenFrom = found.takenFrom
        }
    }

    init(_ report: ImportReport, seconds: Double) {
        added = report.added
        existing = report.existing
        deleted = report.deleted
        elsewhere = report.elsewhere.keys.sorted()
        updated = report.updated
        erased = report.erased
        pruned = report.pruned
        readingOtherwise = report.readingOtherwise
        roles = report.roles.map(RoleForm.init)
        skipped = report.skipped.map { SkippedForm(path: $0.path, reason: $0.reason.code) }
        messagesPerSecond = (Double(report.seen) / max(seconds, 0.001)).rounded()
    }
}
