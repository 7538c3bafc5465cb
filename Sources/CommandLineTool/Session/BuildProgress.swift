internal import EventLog
internal import MailLedger
internal import Processes

/// The line that shows how far a build of the read models is, and the way to stop it: Ctrl-C.
final class BuildProgress {
    private let line: Progress
    private let label: String
    private var part: LedgerMaintenance.RebuildPart?

    /// - Parameter before: Where a build had come to that this one goes on with.
    init(_ label: String, from before: Position? = nil) {
        self.label = label
        line = Progress(label, unit: "events")
        if let before { line.begin(label, from: Int(before.rawValue)) }
        Interruption.watch()
    }

    /// Takes a report; false once somebody wants the build to stop.
    func update(_ part: LedgerMaintenance.RebuildPart = .views, _ reached: Position, _ head: Position) -> Bool {
        if part == .search, self.part != .search { line.begin("Indexing words") }
        self.part = part
        line.update(done: Int(reached.rawValue), total: Int(head.rawValue))
        return !Interruption.isAsked
    }

    func clear() {
        line.clear()
    }
}
