package import ArgumentParsing
internal import MailLedger

/// The command `mailledger`.
package struct MailLedgerTool: ProgramCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mailledger",
        abstract: "Keep mail as an accountant keeps books: every change is a line in a log.",
        usage: "mailledger <verb> [<options>] [<arguments>]",
        examples: [
            CommandExample("mailledger setup ~/Maildir you@example.org", "make a ledger of your mail"),
            CommandExample("mailledger messages 'is:unread from:peter'", "look something up"),
            CommandExample("mailledger mark --read in:INBOX", "change something"),
            CommandExample("mailledger undo", "take it back"),
            CommandExample("mailledger log", "see what was done"),
        ],
        discussion: """
            \(ManualFacts.introduction)

            EXIT CODES
            \(ManualFacts.exitCodeTable)
            """,
        version: "mailledger \(LedgerEnvironment.version)",
        subcommands: Self.forPrograms + HelpTopics.all,
        groupedSubcommands: [
            CommandGroup(
                name: "Start",
                subcommands: [
                    Subcommand("setup", Setup.self),
                    Subcommand("status", StatusVerb.self),
                    Subcommand("init", Init.self),
                    Subcommand("demo", Demo.self),
                    Subcommand("providers", Providers.self),
                    Subcommand("account", Account.self),
                    Subcommand("import", Import.self),
                    Subcommand("sync", Sync.self),
                    Subcommand("message", MessageVerb.self),
                    Subcommand("export", Export.self),
                ]),
            CommandGroup(
                name: "Read",
                subcommands: [
                    Subcommand("folders", Folders.self),
                    Subcommand("messages", Messages.self),
                    Subcommand("threads", Threads.self),
                    Subcommand("unread", Unread.self),
                    Subcommand("count", Count.self),
                    Subcommand("search", Search.self),
                    Subcommand("show", Show.self),
                    Subcommand("address", AddressVerb.self),
                    Subcommand("attachment", AttachmentVerb.self),
                    Subcommand("notes", NoteList.self),
                    Subcommand("actions", ActionList.self),
                    Subcommand("watch", Watch.self),
                ]),
            CommandGroup(
                name: "Change",
                subcommands: [
                    Subcommand("mark", Mark.self),
                    Subcommand("move", Move.self),
                    Subcommand("copy", CopyVerb.self),
                    Subcommand("unfile", Unfile.self),
                    Subcommand("label", LabelVerb.self),
                    Subcommand("delete", Delete.self),
                    Subcommand("undelete", Undelete.self),
                    Subcommand("prune", Prune.self),
                    Subcommand("folder", FolderVerb.self),
                    Subcommand("thread", ThreadVerb.self),
                    Subcommand("reply", Reply.self),
                    Subcommand("note", NoteVerb.self),
                    Subcommand("action", ActionVerb.self),
                    Subcommand("undo", Undo.self),
                    Subcommand("erase", Erase.self),
                    Subcommand("hold", HoldVerb.self),
                    Subcommand("chat", ChatVerb.self),
                    Subcommand("outbox", OutboxVerb.self),
                ]),
            CommandGroup(
                name: "Assist",
                subcommands: [
                    Subcommand("classify", Classify.self),
                    Subcommand("answer", AnswerVerb.self),
                    Subcommand("profile", ProfileVerb.self),
                ]),
            CommandGroup(
                name: "Audit",
                subcommands: [
                    Subcommand("log", Log.self),
                    Subcommand("history", History.self),
                    Subcommand("why", Why.self),
                    Subcommand("diff", Diff.self),
                    Subcommand("events", Events.self),
                    Subcommand("verify", Verify.self),
                    Subcommand("report", ReportVerb.self),
                    Subcommand("prove", Prove.self),
                    Subcommand("verify-proof", VerifyProof.self),
                    Subcommand("checkpoint", CheckpointVerb.self),
                    Subcommand("witness", WitnessVerb.self),
                    Subcommand("key", KeyVerb.self),
                ]),
            CommandGroup(
                name: "Set up",
                subcommands: [
                    Subcommand("query", QueryVerb.self),
                    Subcommand("config", ConfigVerb.self),
                ]),
            CommandGroup(
                name: "Rebuild",
                subcommands: [
                    Subcommand("rebuild", Rebuild.self),
                    Subcommand("migrate", Migrate.self),
                    Subcommand("replay", Replay.self),
                    Subcommand("reparse", Reparse.self),
                    Subcommand("projections", Projections.self),
                    Subcommand("catalogue", Catalogue.self),
                    Subcommand("stats", Stats.self),
                    Subcommand("doctor", Doctor.self),
                    Subcommand("collect", Collect.self),
                    Subcommand("backup", Backup.self),
                    Subcommand("restore", Restore.self),
                ]),
            CommandGroup(
                name: "Programs",
                subcommands: [
                    Subcommand("sql", SQLVerb.self),
                    Subcommand("request", Request.self),
                    Subcommand("serve", Serve.self),
                    Subcommand("imap", Imap.self),
                    Subcommand("token", TokenVerb.self),
                    Subcommand("fleet", FleetVerb.self),
                    Subcommand("completion", CompletionVerb.self),
                ]),
        ],
        commonHint: "--ledger, --format, --color, --no-pager, --verbose: 'mailledger help options'.")

    /// What programs call, and no person.
    private static var forPrograms: [any ParsableCommand.Type] { [Complete.self, GenerateManual.self] }

    package init() {}

    /// Runs one command line, says what went wrong, and returns the exit code.
    static func run(_ typed: [String]) -> Int32 { Surroundings.lend(Self.self) { runHere(typed) } }

    private static func runHere(_ typed: [String]) -> Int32 {
        guard !typed.isEmpty else {
            StandardError.line(FrontPage.text())
            return ExitCode.validationFailure.rawValue
        }
        let arguments = LedgerOptions.behindVerb(typed)
        do {
            try Surroundings.validate()
            try SecretArguments.check(arguments)
            if let page = try FrontPage.page(for: arguments) { throw CleanExit.message(page) }
            var command = try parseAsRoot(
                QueryArguments.shielded(CountArguments.spelled(ImportWords.spelled(arguments))))
            try command.run()
            return 0
        } catch {
            return Failure(error).report(asJSON: Failure.wantsJSON(arguments))
        }
    }
}
