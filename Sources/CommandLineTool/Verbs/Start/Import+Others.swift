internal import ArgumentParsing
internal import EventLog
internal import MailLedger

/// Takes over tags of notmuch for mail that is here already.
struct ImportTags: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "Take over the tags of a notmuch dump, for mail that is already in the ledger.",
        examples: [
            CommandExample(
                "mailledger import tags notmuch.dump --account mara@example.org", "what 'notmuch dump' wrote"),
            CommandExample("mailledger import tags - --dry-run < notmuch.dump", "what it would change"),
        ],
        discussion: """
            The messages are found by their Message-IDs in one account. Tags become labels, and the tags that notmuch
            gives a meaning become marks. Ids that no message here has, and tags that cannot be labels, are named
            (exit code 5). 'export --notmuch-tags' writes such a dump. 'import --notmuch-tags' is the same.
            """)

    @Argument(help: ArgumentHelp("The dump; \"-\" for standard input.", valueName: "file"), completion: .file())
    var path: String
    @OptionGroup var account: ImportAccountOptions
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        try Self.run([path], account.account, dryRun, change, ledger, quiet, session)
    }

    static func run(
        _ paths: [String], _ account: String?, _ dryRun: DryRunOptions, _ change: ChangeOptions, _ ledger: Ledger,
        _ quiet: QuietOptions, _ session: Session
    ) throws {
        try TagImportSession(
            paths: paths, ledger: ledger, account: session.account(account, in: ledger), isDryRun: dryRun.dryRun,
            isQuiet: quiet.quiet, change: change, session: session
        ).run()
    }
}

/// Brings in chats.
struct ImportChats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chats",
        abstract: "Bring in chats from lines of JSON: one conversation or message per line.",
        examples: [
            CommandExample(
                "mailledger import chats rowers.jsonl --account mara@example.org", "conversations with their messages"),
            CommandExample("mailledger import chats rowers.jsonl --dry-run", "how many it would add"),
        ],
        discussion: """
            'export --chat' writes such lines. Messages that the ledger has are not added again. 'import --chat' is the
            same.
            """)

    @Argument(help: ArgumentHelp("The lines; \"-\" for standard input.", valueName: "file"), completion: .file())
    var path: String
    @OptionGroup var account: ImportAccountOptions
    @Option(
        name: .long, help: ArgumentHelp("The folder (default: import.folder, else INBOX).", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @Option(name: .long, help: ArgumentHelp("Your own id (default: the account's address).", valueName: "id"))
    var me: String?
    @Flag(name: .long, help: "Accept messages that were erased before; needs --reason.") var allowErased = false
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let options = ChatImportOptions(ownID: me, allowsErased: allowErased, dryRun: dryRun.dryRun)
        let account = try session.account(account.account, in: ledger)
        try Self.run([path], account, into: folder, options, change, ledger, quiet, session)
    }

    /// - Parameter folder: The folder that was typed, which the options do not have yet; nil for none.
    static func run(
        _ paths: [String], _ account: String, into folder: String?, _ options: ChatImportOptions,
        _ change: ChangeOptions, _ ledger: Ledger, _ quiet: QuietOptions, _ session: Session
    ) throws {
        try session.intoFolder(named: folder) { folder in
            var options = options
            options.folder = folder
            try ChatImportSession(
                paths: paths, ledger: ledger, account: account, options: options,
                context: ledger.context(command: "import chat", reason: change.reason), isQuiet: quiet.quiet,
                session: session
            ).run()
        }
    }
}

/// Makes a ledger of exported events, or continues one.
struct ImportEvents: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Make a ledger of exported events, or add the missing ones.",
        examples: [
            CommandExample("mailledger export --events --to events.jsonl", "the events of this ledger"),
            CommandExample("mailledger import events events.jsonl --ledger ~/mail/copy", "a second, equal ledger"),
            CommandExample(
                "mailledger export --events --content | mailledger import events - --ledger ~/mail/copy",
                "the same; run it again to add newer events"),
        ],
        discussion: """
            Reads the lines of 'export --events', all or none: the ledger then has the same id, history and root.
            'import --events' is the same.
            """)

    @Argument(help: ArgumentHelp("The lines; \"-\" for standard input.", valueName: "file"), completion: .file())
    var path: String
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try Self.run(path, dryRun, ledger, quiet, Session(ledger, output)) }

    static func run(
        _ path: String, _ dryRun: DryRunOptions, _ options: LedgerOptions, _ quiet: QuietOptions, _ session: Session
    ) throws {
        try EventImportSession(
            path: path, site: Session.target(options).site(), isDryRun: dryRun.dryRun, isQuiet: quiet.quiet,
            session: session
        ).run()
    }
}

/// The account that something comes into.
struct ImportAccountOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The account (default: import.account, else the only one).", valueName: "address"),
        completion: .names(.account))
    var account: String?
}
