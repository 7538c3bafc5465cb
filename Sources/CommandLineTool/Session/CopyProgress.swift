internal import MailLedger

/// The line that shows how far a backup or a restore is: first messages, then events.
struct CopyProgress {
    private let contents: Progress
    private let events: Progress

    init(_ label: String) {
        contents = Progress(label, unit: "messages")
        events = Progress(label, unit: "events")
    }

    func update(_ part: BackupPart, done: Int, total: Int) {
        if part == .events { contents.finish() }
        (part == .contents ? contents : events).update(done: done, total: total)
    }

    func finish() {
        contents.finish()
        events.finish()
    }
}
