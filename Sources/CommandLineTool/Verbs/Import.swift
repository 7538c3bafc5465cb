internal import ArgumentParser
internal import EventLog
internal import MailLedger
internal import Mailboxes

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring mail from Maildirs, mboxes and message files into an account.",
        discussion: """
            EXAMPLES
              mailledger import ~/Maildir --account you@example.org
              mailledger import old.mbox letter.eml --account you@example.org --folder Archive

            A path's own messages go to --folder; folders below it keep their names. Running it again adds only what is
            new. Files that are no mail are named with the reason and recorded; if there are any whose name does not say so
            (README, *.md, …) the exit code is 5. It can be stopped and run again at any time.
            """)

    @Argument(help: ArgumentHelp("Maildirs, mboxes, folders or message files.", valueName: "path"), completion: .file())
    var paths: [String]
    @Option(name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "address")) var account: String
    @Option(name: .long, help: ArgumentHelp("The folder for the paths' own messages.", valueName: "path"))
    var folder: String = "INBOX"
    @Flag(name: .long, help: "Take every file as an mbox.") var mbox = false
    @Flag(name: .long, help: "Take the path as a dump of notmuch's tags, for mail that is there already.")
    var notmuchTags = false
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        if notmuchTags {
            return try TagImportSession(
                paths: paths, account: account, isDryRun: dryRun.dryRun, change: change, session: session
            ).run()
        }
        let ledger = try session.open(actor: change.actor)
        let progress = Progress("Importing", unit: "messages")
        let start = Timestamp.now
        let importer = Importer(
            into: ledger, account: account,
            options: ImportOptions(folder: folder, treatsFilesAsMbox: mbox, dryRun: dryRun.dryRun),
            context: ledger.context(command: "import", reason: change.reason)
        ) { report in
            progress.update(done: report.seen)
            return true
        }
        let report = try importer.run(paths)
        progress.clear()
        let seconds = Double(Timestamp.now.microseconds - start.microseconds) / 1_000_000
        let form = ImportForm(report, seconds: seconds)
        try session.write(form) { write(report, form, session) }
        if report.isPartial {
            let count = report.skipped.count { !$0.isExpected }
            throw Shortfall.partial("\(Counted.of(count, "file was", "files were")) skipped")
        }
    }

    private func write(_ report: ImportReport, _ form: ImportForm, _ session: Session) {
        for file in report.skipped { session.line("skipped \(file.path): \(file.reason)") }
        let verb = dryRun.dryRun ? "Would add" : "Added"
        session.line(
            "\(verb) \(Counted.messages(report.added)); \(ProgressLine.grouped(report.existing)) there already, "
                + "\(ProgressLine.grouped(report.updated)) updated, \(ProgressLine.grouped(report.skipped.count)) skipped "
                + "(\(ProgressLine.grouped(Int(form.messagesPerSecond))) messages a second)")
    }
}
