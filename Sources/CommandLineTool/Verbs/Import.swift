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
        if arrival.create, events || notmuchTags || chat {
            throw ValidationError("--create goes with mail in files; 'mailledger folder add' makes a folder")
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
        let readsInput = paths == ["-"]
        // Whatever is opened next would take the place of a standard input that is closed.
        if readsInput, !notmuchTags, !chat, !Descriptor.standardInput.isOpen {
            throw MailboxError.unreadable(path: MailboxWalk.pipeName, errno: SystemCode.notOpen.number)
        }
        let ledger = try session.open(actor: change.actor)
        if notmuchTags {
            return try TagImportSession(
                paths: paths, ledger: ledger, account: session.account(arrival.account, in: ledger),
                isDryRun: dryRun.dryRun, change: change, session: session
            ).run()
        }
        let context = ledger.context(command: chat ? "import chat" : "import", reason: change.reason)
        let account = try session.account(arrival.account, in: ledger)
        let folder = try session.settings.importFolder(flag: arrival.folder)
        if chat {
            return try ChatImportSession(
                paths: paths, ledger: ledger, account: account,
                options: ChatImportOptions(
                    folder: folder, ownID: me, allowsErased: allowErased, dryRun: dryRun.dryRun),
                context: context, session: session
            ).run()
        }
        if readsInput, Terminal.isTerminal(.standardInput) {
            StandardError.line("Reading a message or an mbox from the terminal; Ctrl-D on a new line ends it.")
        }
        let outcome = try MailImport(
            ledger: ledger, account: account,
            options: ImportOptions(
                folder: folder, treatsFilesAsMbox: mbox, dryRun: dryRun.dryRun, allowsErased: allowErased,
                rereads: reread, followsLinks: followLinks, createsFolder: arrival.create),
            context: context
        ).run(paths)
        try session.write(outcome.form) { ImportText(session: session, outcome: outcome).write() }
        if output.verbose { outcome.tellRate() }
        try outcome.requireWhole()
    }
}
