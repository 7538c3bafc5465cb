internal import ArgumentParsing
internal import EventLog
internal import MailLedger

extension Events {
    struct Follow: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "follow",
            abstract: "Pass on events, in whole transactions, and continue with new ones as they come.",
            examples: [
                CommandExample(
                    "mailledger events follow --after 120 --format jsonl", "one line of JSON each, without an end"),
                CommandExample(
                    "mailledger events follow --type message-moved --type message-deleted --once",
                    "messages that left their folder so far"),
                CommandExample(
                    "mailledger events follow --cursor totals --run 'wc -l' --once",
                    "a command for each transaction that it has not handled yet"),
            ],
            discussion: """
                Lines of one transaction come together, and are written at once.

                With --run, a shell command runs for each transaction and reads its lines as JSON; $MAILLEDGER names
                the ledger. Exit code 0 says that it has handled them, and --cursor then remembers the position in the
                ledger. If the command fails, this one ends (exit code 1) and the transaction comes again next time;
                the same happens if this program ends before it stores the cursor. So each transaction comes at least
                once, and a command that must not act twice looks at "transaction". If --after is a position within a
                transaction, that one comes whole.

                A cursor has one subscriber at a time (exit code 75). One that waits for more lets go of its cursor when
                SIGTERM, SIGINT or SIGHUP ends it, whatever its commands left running. If a subscriber is killed in
                another way, or while its command runs, no other can begin before the command has ended, with all that
                its commands left running. For a ledger in a database, no other can begin before the lease ends, after a
                minute.

                A cursor of a log that was cut, restored or changed is refused (exit code 4). Events that the filters
                skip count as handled. A program that reads from a pipe keeps the last position that it has handled, and
                continues with --after: a line that was written has not necessarily been handled.

                With --once it ends where the log ended when it began, whatever the command records meanwhile.
                """)

        @Option(
            name: .long,
            help: ArgumentHelp("Begin after this position, if the cursor is new.", valueName: "position"))
        var after: Int64 = 0
        @Option(
            name: .long,
            help: ArgumentHelp("Only events of this type; may be repeated.", valueName: "type"),
            completion: .names(.eventType))
        var type: [String] = []
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Only events of this account; may be repeated.", valueName: "address"),
            completion: .names(.account))
        var account: [String] = []
        @Option(name: .customLong("run"), help: ArgumentHelp("Run this for each transaction.", valueName: "command"))
        var command: String?
        @Option(
            name: .long, help: ArgumentHelp("Remember the handled position under this name.", valueName: "name"),
            completion: .names(.cursor))
        var cursor: String?
        @Flag(name: .long, help: "Do not wait for more.") var once = false
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try require("--after", isPosition: after)
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
            let follower = EventFollower(ledger: ledger, selection: try filter.selection(in: ledger), isOnce: once)
            guard let command else { return try follower.run(after: Position(after), writingTo: session) }
            let start = try self.start(in: ledger)
            try OtherCommand.tellLedger(self.ledger)
            let cursor = try self.cursor.map { try ledger.cursors.open($0, from: start) }
            let handler = TransactionHandler(
                command: command, writer: EventWriter(session: session, ledger: ledger), lock: cursor?.lock)
            try follower.run(after: cursor?.position ?? start) { transaction in
                try handler.handle(transaction)
                return true
            } handled: { position, bookmark in
                if let cursor { try ledger.cursors.advance(cursor, to: position, havingRead: bookmark) }
            }
        }

        /// Where a command begins: before the transaction that `--after` is within.
        ///
        /// A reader of a pipe goes on behind the last line that it has handled, which may be within one.
        private func start(in ledger: Ledger) throws -> Position {
            let position = Position(after)
            guard let transaction = try ledger.store.transaction(holding: position),
                transaction.lastPosition != position
            else { return position }
            return transaction.firstPosition.advanced(by: -1)
        }
    }
}
