internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Build all read models again from the log.",
        examples: [
            CommandExample("mailledger rebuild", "replace the views with a fresh build"),
            CommandExample(
                "mailledger rebuild --check", "compare a fresh build with them, row by row and word by word"),
        ],
        discussion: """
            Other commands can run meanwhile. If the rebuild is stopped or killed, the live read models do not change,
            and the next rebuild continues from there. The views that were kept of earlier moments are removed: the next
            --at builds them again. --check builds other views and another search index, compares row by row and word by
            word, also with the views of earlier moments, and changes nothing. If something differs, the exit code is 6.
            To count the rows that differ, use 'mailledger migrate --dry-run'.
            """)

    @Flag(name: .long, help: "Compare a fresh build with all views and the search index, and change nothing.")
    var check = false
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open()
        if check { try compare(ledger, session) } else { try build(ledger, session) }
    }

    private func compare(_ ledger: Ledger, _ session: Session) throws {
        let progress = BuildProgress("Checking")
        defer { progress.clear() }
        let pending = try ledger.erasure.pending()
        if !pending.isEmpty { throw Shortfall.interruptedErasure(pending) }
        let difference =
            try ledger.maintenance.checkViews { progress.update(.views, $0, $1) }
            ?? PastMoments(of: ledger).differences { progress.update(.views, $0, $1) }.first
            ?? ledger.maintenance.checkSearch()
        progress.clear()
        try session.write(CheckForm(difference), isQuiet: quiet.quiet && difference == nil) {
            guard let difference else {
                return session.line("The views and the search index agree with the log.")
            }
            session.line("The views\(difference.moment) differ in \(difference.table):")
            session.line("  live     \(Sanitizer.line(difference.live ?? "(no row)"))")
            session.line("  rebuilt  \(Sanitizer.line(difference.rebuilt ?? "(no row)"))")
        }
        if difference != nil {
            throw Shortfall.unverified("the views differ; 'mailledger rebuild' makes them right")
        }
    }

    private func build(_ ledger: Ledger, _ session: Session) throws {
        let before = try ledger.maintenance.stoppedBuild()
        let progress = BuildProgress("Rebuilding", from: before)
        defer { progress.clear() }
        do {
            try ledger.maintenance.rebuild(progress: progress.update)
        } catch EventLogError.cancelled {
            throw Shortfall.interrupted(
                "stopped; what is live stays as it was, and 'mailledger rebuild' goes on from where this one has come to"
            )
        }
        progress.clear()
        let head = try ledger.store.head().position
        try session.write(
            RebuildForm(position: head.rawValue, continuedFrom: before?.rawValue), isQuiet: quiet.quiet
        ) {
            session.line("Rebuilt from \(Counted.events(Int(head.rawValue))).")
        }
    }

    private struct CheckForm: Encodable {
        let isEqual: Bool
        /// Of the views of an earlier moment.
        let position: Int64?
        let table: String?
        let live: String?
        let rebuilt: String?

        init(_ difference: ViewsDifference?) {
            isEqual = difference == nil
            position = difference?.position?.rawValue
            table = difference?.table
            live = difference?.live
            rebuilt = difference?.rebuilt
        }
    }

    private struct RebuildForm: Encodable {
        let position: Int64
        /// Where a build had come to that this one went on with.
        let continuedFrom: Int64?
    }
}
