internal import ArgumentParser
internal import EventLog
internal import MailLedger

extension Events {
    struct Follow: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "follow",
            abstract: "Hand over events, whole transactions at a time, and go on as they come.",
            examples: [
                CommandExample(
                    "mailledger events follow --after 120 --format jsonl", "one line of JSON each, for ever"),
                CommandExample(
                    "mailledger events follow --type message-moved --type message-deleted --once",
                    "what left its folder until now"),
                CommandExample(
                    "mailledger events follow --cursor totals --run 'wc -l' --once",
                    "a command for each transaction that it has not handled yet"),
            ],
            discussion: """
                Lines of one transaction come together, and are written at once.

                With --run a command is run for each transaction and reads its lines as JSON; MAILLEDGER names it the ledger. It says by
                exit code 0 that it has handled them. --cursor remembers in the ledger how far it came. Where one of the two ends
                before that is noted, the transaction comes again: each comes at least once. A command that fails
                ends this one.
                """)

        @Option(
            name: .long,
            help: ArgumentHelp("Begin behind this position, where the cursor is new.", valueName: "position"))
        var after: Int64 = 0
        @Option(
            name: .long,
            help: ArgumentHelp("Only events of this type; may be said several times.", valueName: "type"),
            completion: .names(.eventType))
        var type: [String] = []
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Only what concerns this account; may be said several times.", valueName: "address"),
            completion: .names(.account))
        var account: [String] = []
        @Option(name: .customLong("run"), help: ArgumentHelp("Run this for each transaction.", valueName: "command"))
        var command: String?
        @Option(
            name: .long, help: ArgumentHelp("Remember under this name what was handled.", valueName: "name"),
            completion: .names(.cursor))
        var cursor: String?
        @Flag(name: .long, help: "Do not wait for more.") var once = false
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if after < 0 { throw ValidationError("--after takes a position, which is not negative") }
            if let command, command.allSatisfy(\.isWhitespace) {
                throw ValidationError("--run takes a command; this one is empty")
            }
            if cursor != nil, command == nil {
                throw ValidationError(
                    "--cursor needs --run, whose command says what was handled; without it, note the last position yourself and"
                        + " go on with --after")
            }
            try output.requireEnd(once)
        }

        func run() throws {
            let session = Session(self.ledger, output)
            let ledger = try session.open()
            let filter = EventFilter(types: Set(type), accounts: Set(account))
            let follower = EventFollower(ledger: ledger, selection: try ledger.selection(of: filter), isOnce: once)
            guard let command else { return try follower.run(after: Position(after), writingTo: session) }
            try OtherCommand.tellLedger(self.ledger)
            try follow(
                follower, TransactionHandler(command: command, writer: EventWriter(session: session, ledger: ledger)))
        }

        private func follow(_ follower: EventFollower, _ handler: TransactionHandler) throws {
            let ledger = follower.ledger
            let cursor = try self.cursor.map { try ledger.openCursor($0, from: Position(after)) }
            try follower.run(after: cursor?.position ?? Position(after)) { transaction in
                try handler.handle(transaction)
                return true
            } handled: { position in
                if let cursor { try ledger.advance(cursor, to: position) }
            }
        }
    }
}
