internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Processes
internal import Projections

struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep an account and a Maildir in step, while other programs change the Maildir.",
        examples: [
            CommandExample(
                "mailledger sync ~/Maildir --account mara@example.org --dry-run", "what would be done, both ways"),
            CommandExample(
                "mailledger sync ~/Maildir --account mara@example.org --quiet",
                "from cron, between two runs of mbsync"),
            CommandExample(
                "mailledger sync ~/Maildir --account mara@example.org --pull-only",
                "record the changes of the Maildir, and write nothing there"),
        ],
        discussion: """
            For a Maildir that mbsync or OfflineIMAP keeps. New files come in as by an import. Removed files, moved
            files and changed flags are recorded in the ledger. Marks, moves, deletions and undos made here since the
            last sync are written to the names of the files. Changes on both sides are merged flag by flag; in a
            conflict the Maildir's value wins, and both are recorded. But mail that was brought back here is written
            again.

            After an import the first sync recognises its files. If some were removed or moved in between, their
            copies stay, and the sync says how many; --since-import removes and moves them here, too. Mail that has no
            file in the Maildir is not written to it; 'export' writes that out.

            A deletion here sets the flag T on the file, and the other program expunges it. With --expunge the file is
            removed at once. Nothing is ever overwritten. When all files (at least two) are gone, or more than 20 and
            more than half of them, nothing is done without --allow-removals: a disk may not be mounted. Erased mail
            stays out; if keys/erasure.key cannot recognise it, nothing is done without --allow-erased and --reason.

            No link is followed out of the Maildir. A link in place of a folder is an error; a link in place of a
            message is named and left alone. --follow-links follows both.

            It can be stopped or killed at any time and run again. Two syncs of one path
            do not run at once: exit code 75.
            """)

    @Argument(help: ArgumentHelp("The Maildir, with the folders below it.", valueName: "path"), completion: .directory)
    var path: String
    @OptionGroup var arrival: ArrivalOptions
    @Flag(name: .long, help: "Record the changes of the Maildir, and write nothing there.") var pullOnly = false
    @Flag(name: .long, help: "Write the changes made here, and record nothing.") var pushOnly = false
    @Flag(name: .long, help: "Remove the files of mail that was deleted here, instead of marking them T.")
    var expunge = false
    @Flag(name: .long, help: "Go on when all files are gone, or more than 20 and more than half of them.")
    var allowRemovals = false
    @Flag(name: .long, help: "Let mail in that was erased before.") var allowErased = false
    @Flag(name: .long, help: "Treat files removed or moved since an import of this path as changes of the Maildir.")
    var sinceImport = false
    @Flag(name: .long, help: "Follow links out of the Maildir, such as folders in other places.")
    var followLinks = false
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if pullOnly, pushOnly { throw ValidationError("--pull-only and --push-only leave nothing to do; name one") }
        if pushOnly, sinceImport {
            throw ValidationError("--since-import takes changes over, which --push-only does not")
        }
        if pullOnly, expunge { throw ValidationError("--expunge writes to the Maildir, which --pull-only does not") }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let context = ledger.context(command: "sync", reason: change.reason)
        let account = try session.account(arrival.account, in: ledger)
        let report: SyncReport = try session.intoFolder(named: arrival.folder) { folder in
            let options = SyncOptions(
                folder: folder, direction: pullOnly ? .pull : pushOnly ? .push : .both, expunges: expunge,
                allowsRemovals: allowRemovals, allowsErased: allowErased, followsLinks: followLinks,
                dryRun: dryRun.dryRun, createsFolder: arrival.create, adoptsImport: sinceImport)
            let progress = Progress("Syncing", unit: "changes")
            defer { progress.finish() }
            let sync = MaildirSync(of: ledger, account: account, options: options, context: context) { report in
                Interruption.watch()
                progress.update(done: report.actions.count, total: nil)
                return !Interruption.isAsked
            }
            return try sync.run(path)
        }
        let address = try ledger.read { try $0.account(account).address }
        let form = SyncForm(report, account: address, path: path, isDryRun: dryRun.dryRun)
        try session.write(form, isQuiet: quiet.quiet && !report.needsAttention) { write(report, session) }
        if sinceImport, report.adopted == 0 {
            StandardError.line("note: no import of this very path left anything that a sync has not met")
        }
        if report.wasStopped {
            throw Shortfall.interrupted("stopped; what was done is recorded, and the same command goes on")
        }
        if report.isPartial {
            let count = report.unwritten.count + report.skipped.count { !$0.isExpected }
            throw Shortfall.partial(Counted.of(count, "file was left as it is", "files were left as they are"))
        }
    }

    private func write(_ report: SyncReport, _ session: Session) {
        for file in report.skipped { session.line("skipped \(file.path): \(HintWords.text(of: file))") }
        for copy in report.unwritten { session.line("left \(copy.source): \(copy.reason)") }
        for conflict in report.conflicts {
            let outcome = conflict.standing == .there ? "the Maildir's stands" : "the ledger's stands"
            session.line(
                "conflict \(conflict.source): \(conflict.base) → \(conflict.here) here, → \(conflict.there) there; "
                    + outcome)
        }
        if dryRun.dryRun {
            for action in report.actions where !action.isRecognition {
                let arrow = action.direction == .pull ? "<-" : "->"
                let detail = action.detail.isEmpty ? "" : "  \(action.detail)"
                session.line("\(arrow) \(action.kind.rawValue) \(action.source)\(detail)")
            }
        }
        let (pulled, pushed) = (counts(report, .pull), counts(report, .push))
        if report.recognised > 0 {
            let new = report.count(.pull, .add) + report.count(.pull, .copy) - report.recognised
            let verb = dryRun.dryRun ? "Would recognise" : "Recognised"
            session.line("\(verb) \(Counted.of(report.recognised, "file", "files")); \(ProgressLine.grouped(new)) new.")
            if report.withoutFile > 0 {
                let copies = Counted.of(report.withoutFile, "copy of the import has", "copies of the import have")
                session.line(
                    "\(copies) no file there any more, and \(report.withoutFile == 1 ? "stays" : "stay"); "
                        + "--since-import takes that over, and with --dry-run shows it.")
            }
            guard !pulled.isEmpty || !pushed.isEmpty else { return }
        }
        func orNothing(_ words: String) -> String { words.isEmpty ? "nothing" : words }
        let would = dryRun.dryRun ? "Would take" : "Took"
        let write = dryRun.dryRun ? "would write" : "wrote"
        session.line("\(would) \(orNothing(pulled)) from the Maildir; \(write) \(orNothing(pushed)) to it.")
        if report.held > 0 {
            let files = Counted.of(
                report.held, "file that is gone or marked T is", "files that are gone or marked T are")
            session.line("\(files) of mail on hold, which stays in the ledger.")
        }
    }

    private func counts(_ report: SyncReport, _ direction: SyncAction.Direction) -> String {
        let words: [(SyncAction.Kind, String)] = [
            (.add, "new"), (.copy, "more copies"), (.flags, "flag changes"), (.move, "moves"), (.rename, "renames"),
            (.remove, "removals"), (.delete, "deletions"), (.restore, "restored"),
        ]
        let counts = words.compactMap { kind, word in
            let isRecognising = direction == .pull && kind == .copy
            let count = report.count(direction, kind) - (isRecognising ? report.recognised : 0)
            let singular = word.hasSuffix("copies") ? "more copy" : word.hasSuffix("s") ? String(word.dropLast()) : word
            return count == 0 ? nil : "\(ProgressLine.grouped(count)) \(count == 1 ? singular : word)"
        }
        return counts.joined(separator: ", ")
    }
}
