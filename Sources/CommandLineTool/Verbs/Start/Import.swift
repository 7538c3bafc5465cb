internal import ArgumentParsing
internal import CivilTime
internal import DiskFiles
internal import EventLog
internal import Mail
internal import MailLedger
internal import Mailboxes
internal import Processes
internal import Terminals

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring mail from Maildirs, mboxes and message files into an account.",
        usage: "mailledger import [mail] <path> ... [<options>]",
        discussion: """
            Without a subcommand mail is meant: 'mailledger import ~/Maildir' is 'mailledger import mail ~/Maildir',
            and 'mailledger help import mail' lists the options. Write a folder with the name of a subcommand as
            ./mail, ./tags, ./chats or ./events.
            """,
        subcommands: [ImportMail.self, ImportTags.self, ImportChats.self, ImportEvents.self],
        defaultSubcommand: ImportMail.self)
}

struct ImportMail: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Bring in mail from Maildirs, mboxes and message files.",
        examples: [
            CommandExample(
                "mailledger import mail ~/Maildir --account mara@example.org",
                "a Maildir with its folders, into one of several accounts"),
            CommandExample("mailledger import ~/Maildir", "the same, into the only account"),
            CommandExample(
                "mailledger import old.mbox letter.eml --folder Archive/old --create",
                "into a folder that --create makes"
            ),
            CommandExample(
                "mailledger import lists.mbox.gz --account mara@example.org", "a compressed mbox"),
            CommandExample("mailledger import - --folder Sent < letter.eml", "from a pipe or a file"),
            CommandExample("mailledger import ~/Maildir --dry-run", "what would come in"),
            CommandExample("mailledger import ~/Maildir --quiet", "from cron"),
        ],
        discussion: """
            Messages at the top of a path go to --folder; folders below it keep their names. Mail programs and
            providers use certain names for folders with a purpose (Papierkorb, Sent Items, [Gmail]/Spam, ...). A new
            folder with such a name gets the role, unless another folder has it. An empty folder that 'account add' made
            loses it. An undo of the import removes the role again, and 'folder set' changes it.

            A second run adds only new mail. It reads only files that are new or whose size or times have changed;
            --reread reads them all. It can be stopped (Ctrl-C: exit code 130) and run again at any time.

            Files that are not mail are named with the reason and recorded. The exit code is then 5, unless all their
            names show that they are not mail (README, *.md, …). If a path has no mail, the exit code is 5, too.

            A link that leads out of the path, or that another user made, is named and skipped; --follow-links follows
            it. Files that are compressed with gzip or zstd are read as their content. "-" reads standard input: one
            message or one mbox, compressed or not.
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
    // What these say is said by subcommands now; scripts may have them.
    @Flag(name: .long, help: ArgumentHelp("The subcommand 'tags'.", visibility: .hidden)) var notmuchTags = false
    @Flag(name: .long, help: ArgumentHelp("The subcommand 'events'.", visibility: .hidden)) var events = false
    @Flag(name: .long, help: ArgumentHelp("The subcommand 'chats'.", visibility: .hidden)) var chat = false
    @Option(name: .long, help: ArgumentHelp("As of 'chats'.", valueName: "id", visibility: .hidden)) var me: String?
    @OptionGroup var quiet: QuietOptions
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
        if events { return try ImportEvents.run(paths[0], dryRun, ledger, quiet, session) }
        let readsInput = paths == ["-"]
        // Whatever is opened next would take the place of a standard input that is closed.
        if readsInput, !notmuchTags, !chat, !Surroundings.current.input.isOpen {
            throw MailboxError.unreadable(path: MailboxWalk.pipeName, errno: SystemCode.notOpen.number)
        }
        let ledger = try session.open(actor: change.actor)
        if notmuchTags { return try ImportTags.run(paths, arrival.account, dryRun, change, ledger, quiet, session) }
        let account = try session.account(arrival.account, in: ledger)
        if chat {
            let options = ChatImportOptions(ownID: me, allowsErased: allowErased, dryRun: dryRun.dryRun)
            return try ImportChats.run(paths, account, into: arrival.folder, options, change, ledger, quiet, session)
        }
        let outcome: MailImport.Outcome = try session.intoFolder(named: arrival.folder) { folder in
            if readsInput, Terminal.isTerminal(Surroundings.current.input) {
                StandardError.line("Reading a message or an mbox from the terminal; Ctrl-D on a new line ends it.")
            }
            let mail = MailImport(
                ledger: ledger, account: account,
                options: ImportOptions(
                    folder: folder, treatsFilesAsMbox: mbox, dryRun: dryRun.dryRun, allowsErased: allowErased,
                    rereads: reread, followsLinks: followLinks, createsFolder: arrival.create),
                context: ledger.context(command: "import", reason: change.reason))
            return try mail.run(paths)
        }
        try session.write(outcome.form, isQuiet: quiet.quiet && outcome.isSmooth) {
            ImportText(session: session, outcome: outcome).write()
        }
        if output.verbose { outcome.tellRate() }
        try outcome.requireWhole()
    }
}
