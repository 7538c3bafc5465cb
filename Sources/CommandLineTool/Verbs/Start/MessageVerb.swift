internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct MessageVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Save a message that a program fetched, load its body, or note its ids.",
        subcommands: [Add.self, Load.self, Link.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Save a message that a program fetched from a server.",
            examples: [
                CommandExample(
                    "mailledger message add fetched.eml -a mara@example.org --external-id 17a",
                    "with its server's id"),
                CommandExample(
                    "mailledger message add --header-only -a mara@example.org < fetched.eml",
                    "the header for now, from standard input"),
            ],
            discussion: """
                A message is recognised by --external-id, or else by its content. If the ledger has it already, the
                given keywords are added; with another --folder it gets one more copy. A deleted message stays deleted
                (exit code 4). An external id that another message of the account has is refused (exit code 4). With
                --header-only the rest comes later by 'message load', or by 'message add' with the same --external-id.
                'mailledger import' brings in mail by the folder.
                """)

        @Argument(
            help: ArgumentHelp("The file of the message; \"-\" for standard input.", valueName: "file"),
            completion: .file())
        var file: String = "-"
        @OptionGroup var arrival: ArrivalOptions
        @Option(
            name: .long, help: ArgumentHelp("$seen, $flagged, a label, …; may be repeated.", valueName: "keyword"),
            completion: .names(.label))
        var keyword: [String] = []
        @Flag(name: .long, help: "Save only the header, and ignore the rest.") var headerOnly = false
        @OptionGroup var external: ExternalOptions
        @OptionGroup var quiet: QuietOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let keywords = KeywordSet(try keyword.map { try Keyword(typed: $0) })
            let ledger = try session.open(actor: change.actor)
            let bytes = try MessageInput.message(of: file)
            let account = try session.account(arrival.account, in: ledger)
            let context = ledger.context(command: "message add", reason: change.reason)
            let outcome = try arrival.inOneTransaction(of: ledger, context, isDryRun: dryRun.dryRun) {
                let message: IncomingMessage = try arrival.intoFolder(
                    of: ledger, session, account, context, isDryRun: dryRun.dryRun
                ) { folder in
                    try ledger.read { reader in
                        let account = try reader.account(account)
                        return IncomingMessage(
                            account: account.id, folder: try reader.folder(folder, in: account.stream).id,
                            bytes: headerOnly ? MessageInput.header(of: bytes) : bytes, keywords: keywords,
                            lacksBody: headerOnly, external: external.names)
                    }
                }
                return try ledger.mail.save([message], context: context, dryRun: dryRun.dryRun)
            }
            let made = try outcome.made(in: ledger, isDryRun: dryRun.dryRun) { _ in
                .conflict("that message was deleted; 'mailledger undo' brings it back")
            }
            try session.show(made, isQuiet: quiet.quiet && !dryRun.dryRun) { made in
                switch made {
                case .look(let form):
                    session.line(form.changed == 0 ? "Nothing to change." : "Would save the message.")
                case .done(let form):
                    let verb = outcome.receipt == nil ? "There already:" : "Saved"
                    session.line(
                        "\(verb) \(form.row.id) in \(Sanitizer.line(form.row.folders.joined(separator: ", "))).")
                }
            }
        }
    }

    struct Load: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "load",
            abstract: "Add the body of a message whose header alone was saved.",
            examples: [
                CommandExample(
                    "mailledger message add --header-only -a mara@example.org < fetched.eml", "the header first"),
                CommandExample(
                    "mailledger message load mid:fetched@example.org fetched.eml", "the rest of the message"),
            ],
            discussion: """
                The file holds the whole message; a file whose header differs from the saved one is refused (exit code
                4). A message that has its body stays as it is.
                """)

        @Argument(help: "The first digits of the message's id, or mid:MESSAGE-ID.", completion: .names(.message))
        var id: String
        @Argument(
            help: ArgumentHelp("The file of the message; \"-\" for standard input.", valueName: "file"),
            completion: .file())
        var file: String = "-"
        @OptionGroup var which: OneMessageChange

        func run() throws {
            try which.run(id, ("Loaded the body of", "Would load the body of"), command: "message load") {
                ledger, row, call in
                let outcome = try ledger.mail.loadBody(
                    of: row.id, MessageInput.bytes(of: file),
                    context: ledger.context(command: "message load", reason: call.reason), dryRun: call.isDryRun)
                return OutcomeForm(
                    matched: outcome.matched, changed: outcome.changed,
                    operation: outcome.receipt?.operation.description, isDryRun: call.isDryRun)
            }
        }
    }

    struct Link: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "link",
            abstract: "Record a server's ids for a message, its thread or its draft.",
            examples: [
                CommandExample("mailledger message link 3f2a --external-id 17a --external-thread 16f", "two ids"),
                CommandExample(
                    "mailledger message link 3f2a --draft-id r-1",
                    "the server's draft that this message is a version of"),
            ],
            discussion: """
                An id that another message of the account has is refused (exit code 4). Ids that are not given stay, and
                an empty value removes an id.
                """)

        @Argument(help: "The first digits of the message's id, or mid:MESSAGE-ID.", completion: .names(.message))
        var id: String
        @OptionGroup var external: ExternalOptions
        @OptionGroup var which: OneMessageChange

        func validate() throws {
            guard !external.isEmpty else {
                throw ValidationError("Say which id: --external-id, --external-thread or --draft-id")
            }
        }

        func run() throws {
            try which.run(id, ("Linked", "Would link"), command: "message link") { ledger, row, call in
                let request = LinkMessageRequest(
                    message: row.id.description, externalID: external.externalID,
                    externalThread: external.externalThread, draftID: external.draftID)
                return try ledger.perform(request, call).answer
            }
        }
    }
}

/// By what a server knows a message.
struct ExternalOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The server's id for the message.", valueName: "id"))
    var externalID: String?
    @Option(name: .long, help: ArgumentHelp("The server's id for its thread.", valueName: "id"))
    var externalThread: String?
    @Option(name: .long, help: ArgumentHelp("The server's id for the draft.", valueName: "id"))
    var draftID: String?

    var isEmpty: Bool { externalID == nil && externalThread == nil && draftID == nil }

    /// The ids of a new message; an empty text is none.
    var names: ExternalIDs {
        func id(_ said: String?) -> String? { said.flatMap { $0.isEmpty ? nil : $0 } }
        return ExternalIDs(id: id(externalID), thread: id(externalThread), draft: id(draftID))
    }
}

/// What the verbs that change one message have in common.
struct OneMessageChange: ParsableArguments {
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run(
        _ name: String, _ verb: (done: String, planned: String), command: String,
        _ body: (Ledger, MessageRow, Call) throws -> OutcomeForm?
    ) throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let id = try ShownName.id(of: name, in: ledger)
        let row = try ledger.read { try $0.message(id) }
        try session.show(body(ledger, row, change.call(command, dryRun))) { outcome in
            session.line(
                outcome.changed == 0
                    ? "Nothing to change." : "\(dryRun.dryRun ? verb.planned : verb.done) \(row.id).")
        }
    }
}
