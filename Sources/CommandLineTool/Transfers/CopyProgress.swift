internal import MailLedger

/// The line that shows how far a backup or a restore is: first messages, then events.
struct CopyProgress {
    private let check: Progress
    private let contents: Progress
    private let events: Progress

    init(_ label: String) {
        check = Progress("Reading what is there", unit: "messages")
        contents = Progress(label, unit: "messages")
        events = Progress(label, unit: "events")
    }

    func update(_ part: BackupPart, done: Int, total: Int) {
        if part != .check { check.finish() }
        if part == .events { contents.finish() }
        let progress =
            switch part {
            case .check: check
            case .contents: contents
            case .events: events
            }
        progress.update(done: done, total: total)
    }

    func finish() {
        check.finish()
        contents.finish()
        events.finish()
    }
}
