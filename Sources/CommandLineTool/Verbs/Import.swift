internal import ArgumentParser
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import MailLedger
internal import Mail
internal import Mailboxes
internal import Processes
internal import Terminals

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring mail from Maildirs, mboxes and message files into an account.",
        examples: [
            CommandExample("mailledger import ~/Maildir --account mara@example.org", "a Maildir with its folders"),
            CommandExample(
                "mailledger import old.mbox letter.eml --account mara@example.org --folder Archive",
                "an mbox and a message, into Archive"),
            CommandExample("mailledger import lists.mbox.gz --account mara@example.org", "a compressed file"),
            CommandExample(
                "mailledger import - --account mara@example.org --folder Sent < letter.eml", "from a pipe or a file"),
            CommandExample("mailledger import ~/Maildir --account mara@example.org --dry-run", "what would come in"),
            CommandExample(
                "mailledger export --events --content | mailledger import --events - --ledger ~/mail/copy",
                "a second, equal ledger; run it again to add newer events"),
        ],
        discussion: """
            A path's own messages go to --folder; folders below it keep their names. Mail programs and providers use
            certain names for folders with a purpose (Papierkorb, Sent Items, [Gmail]/Spam, ...). A new folder with
            such a name gets the role, if no folder of the account has it, or only the empty one that came with the
            account. An undo reverses that, and 'folder set' changes it. Running it again adds only new mail, and
            reads only files that are new or whose size or times have changed; --reread reads them all. Files that are
            not mail are named with the reason and recorded. The exit code is 5 unless all their names show that they
            are not mail (README, *.md, …). It can be stopped (Ctrl-C: exit code 130) and run again at any time. A
            link that leads out of the path, or that another user made, is named and skipped; --follow-links follows
            it. Files that are compressed with gzip or zstd are read as their content. "-" reads standard input: one
            message or one mbox, compressed or not. --events reads the lines of 'export --events', all or none: the
            ledger then has the same id, history and root.
            """)

    @Argument(
        help: ArgumentHelp("Maildirs, mboxes, folders or message files; \"-\" for standard input.", valueName: "path"),
        completion: .file())
    var paths: [String]
    @OptionGroup var arrival: ArrivalOptions
    @Flag(name: .long, help: "Read every file as an mbox.") var mbox = false
    @Flag(name: .long, help: "Accept mail that was erased before; needs --reason.") var allowErased = false
    @Flag(name: .long, help: "Read every file, even if it has not changed since it was imported.")
    var reread = false
    @Flag(name: .long, help: "Follow links out of the path, such as folders of a Maildir in other places.")
    var followLinks = false
    @Flag(name: .long, help: "Read the path as a dump of notmuch's tags, for mail that is already in the ledger.")
    var notmuchTags = false
    @Flag(name: .long, help: "Read the path as exported events: make a ledger of them, or add the missing ones.")
    var events = false
    @Flag(name: .long, help: "Read the path as chats: one conversation or message per line.") var chat = false
    @Option(
        name: .long,
        help: ArgumentHelp("For chats: your own id (default: the account's address).", valueName: "id"))
    var me: String?
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// The greatest number of skipped files that a terminal shows.
    private static let skippedOnTerminal = 20

    func validate() throws {
        if paths.contains("-"), paths.count > 1 {
            throw ValidationError("\"-\" stands alone: import standard input by a command of its own")
        }
        if chat, notmuchTags || events || mbox { throw ValidationError("--chat takes lines of chats and nothing else") }
        if me != nil, !chat { throw ValidationError("--me goes with --chat") }
        if reread, events || notmuchTags || chat { throw ValidationError("--reread goes with mail in files") }
        if followLinks, events || notmuchTags || chat || paths == ["-"] {
            throw ValidationError("--follow-links goes with mail in files")
        }
        guard events else { return }
        if paths.count > 1 { throw ValidationError("--events takes one file, or - for standard input") }
        if notmuchTags || mbox || arrival.account != nil || arrival.folder != nil || change.actor != nil
            || change.reason != nil
        {
            throw ValidationError(
                "--events takes over what the events say; leave out the options for mail and for changes")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        if events {
            let location = try Session.location(ledger)
            return try EventImportSession(
                path: paths[0], location: location, isDryRun: dryRun.dryRun, session: session
            ).run()
        }
        let account = try session.settings.importAccount(flag: arrival.account)
        if notmuchTags {
            return try TagImportSession(
                paths: paths, account: account, isDryRun: dryRun.dryRun, change: change, session: session
            ).run()
        }
        let folder = try session.settings.importFolder(flag: arrival.folder)
        if chat {
            return try ChatImportSession(
                paths: paths, account: account,
                options: ChatImportOptions(
                    folder: folder, ownID: me, allowsErased: allowErased, dryRun: dryRun.dryRun),
                change: change, session: session
            ).run()
        }
        let readsInput = paths == ["-"]
        // Whatever is opened next would take the place of a standard input that is closed.
        if readsInput, !Descriptor.standardInput.isOpen {
            throw MailboxError.unreadable(path: MailboxWalk.pipeName, errno: SystemCode.notOpen.number)
        }
        let ledger = try session.open(actor: change.actor)
        if readsInput, Terminal.isTerminal(.standardInput) {
            StandardError.line("Reading a message or an mbox from the terminal; Ctrl-D on a new line ends it.")
        }
        let progress = ImportProgress(readsInput ? [] : paths)
        let start = Timestamp.now
        let importer = Importer(
            into: ledger, account: account,
            options: ImportOptions(
                folder: folder, treatsFilesAsMbox: mbox, dryRun: dryRun.dryRun, allowsErased: allowErased,
                rereads: reread, followsLinks: followLinks),
            context: ledger.context(command: "import", reason: change.reason)
        ) { report in
            // Not before something may be recorded: until then Ctrl-C needs no care.
            Interruption.watch()
            progress.update(report)
            return !Interruption.isAsked
        }
        let report = try readsInput ? importer.run(readingFrom: .standardInput) : importer.run(paths)
        progress.clear()
        let seconds = Double(Timestamp.now.microseconds - start.microseconds) / 1_000_000
        let form = ImportForm(report, seconds: seconds)
        try session.write(form) { write(report, form, session) }
        if report.wasStopped {
            let state = dryRun.dryRun ? "nothing is recorded" : "this much is recorded, and the same command goes on"
            throw Shortfall.interrupted("stopped; \(state)")
        }
        if report.isPartial {
            let count = report.skipped.count { !$0.isExpected }
            throw Shortfall.partial("\(Counted.of(count, "file", "files")) could not be taken as mail")
        }
    }

    private func write(_ report: ImportReport, _ form: ImportForm, _ session: Session) {
        let skipped = report.skipped
        // A program gets them all; on a terminal thousands of them would push away what counts.
        let shown = session.output.isTerminal ? skipped.prefix(Self.skippedOnTerminal) : skipped[...]
        for file in shown { session.line("skipped \(file.path): \(HintWords.text(of: file))") }
        if shown.count < skipped.count {
            let rest = dryRun.dryRun ? "--format json" : "mailledger events list --type mail.file-skipped"
            session.line("… and \(ProgressLine.grouped(skipped.count - shown.count)) more; '\(rest)' lists them")
        }
        let verb = dryRun.dryRun ? "Would add" : "Added"
        session.line(
            "\(verb) \(Counted.messages(report.added)); \(ProgressLine.grouped(report.existing)) there already, "
                + "\(ProgressLine.grouped(report.updated)) updated, \(ProgressLine.grouped(report.skipped.count)) skipped "
                + "(\(ProgressLine.grouped(Int(form.messagesPerSecond))) messages a second)")
        let others = report.readingOtherwise
        if !others.isEmpty {
            session.line(
                "\(Counted.messages(others.count)) \(others.count == 1 ? "has" : "have") the identity of another one and "
                    + "\(others.count == 1 ? "reads" : "read") otherwise:")
            let shown = session.output.isTerminal ? others.prefix(Self.skippedOnTerminal) : others[...]
            for path in shown { session.line("  \(path)") }
            if shown.count < others.count {
                session.line(
                    "  … and \(ProgressLine.grouped(others.count - shown.count)) more; '--format json' lists them")
            }
        }
        for found in report.roles {
            session.line(
                "\(found.folder) is the account's \(found.role.rawValue)"
                    + (found.takenFrom.map { "; \($0), which was empty, is not any more." } ?? "."))
        }
        if report.erased > 0 {
            session.line(
                "Left out \(Counted.messages(report.erased)) that \(report.erased == 1 ? "was" : "were") erased before; "
                    + "--allow-erased lets them in.")
        }
        if report.pruned > 0 {
            session.line("Deleted \(Counted.messages(report.pruned)): the account and its folders keep no more.")
        }
    }
}
