internal import EventLog
internal import Mail
internal import MailLedger
internal import Mailboxes

/// What a sync did, or would do.
struct SyncForm: Encodable {
    let account: String
    let path: String
    let pulled: SyncCountsForm
    let pushed: SyncCountsForm
    let actions: [SyncActionForm]
    let conflicts: [SyncConflictForm]
    let skipped: [ImportForm.SkippedForm]
    let unwritten: [UnwrittenForm]
    let withoutFile: Int
    let held: Int
    let isDryRun: Bool

    init(_ report: SyncReport, account: String, path: String, isDryRun: Bool) {
        self.account = account
        self.path = path
        self.isDryRun = isDryRun
        withoutFile = report.withoutFile
        held = report.held
        pulled = SyncCountsForm(report, .pull)
        pushed = SyncCountsForm(report, .push)
        actions = isDryRun ? report.actions.map(SyncActionForm.init) : []
        conflicts = report.conflicts.map(SyncConflictForm.init)
        skipped = report.skipped.map { ImportForm.SkippedForm(path: $0.path, reason: $0.reason.code) }
        unwritten = report.unwritten.map { UnwrittenForm(source: $0.source, reason: $0.reason) }
    }
}

/// How many changes of each kind went one way.
struct SyncCountsForm: Encodable {
    let added: Int
    let copied: Int
    let flagged: Int
    let moved: Int
    let renamed: Int
    let removed: Int
    let deleted: Int
    let restored: Int

    init(_ report: SyncReport, _ direction: SyncAction.Direction) {
        added = report.count(direction, .add)
        copied = report.count(direction, .copy)
        flagged = report.count(direction, .flags)
        moved = report.count(direction, .move)
        renamed = report.count(direction, .rename)
        removed = report.count(direction, .remove)
        deleted = report.count(direction, .delete)
        restored = report.count(direction, .restore)
    }
}

/// One thing that a sync would do.
struct SyncActionForm: Encodable {
    let direction: String
    let kind: String
    let message: String?
    let source: String
    let detail: String

    init(_ action: SyncAction) {
        direction = action.direction.rawValue
        kind = action.kind.rawValue
        message = action.message?.description
        source = action.source
        detail = action.detail
    }
}

/// A copy that had been changed on both sides.
struct SyncConflictForm: Encodable {
    let message: String
    let source: String
    let field: String
    let base: String
    let here: String
    let there: String
    let stands: String

    init(_ conflict: SyncConflict) {
        message = conflict.message.description
        source = conflict.source
        field = conflict.field.rawValue
        base = conflict.base
        here = conflict.here
        there = conflict.there
        stands = conflict.standing.rawValue
    }
}

/// A file that could not be written.
struct UnwrittenForm: Encodable {
    let source: String
    let reason: String
}
