internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct HoldVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep mail from being deleted, pruned or erased until a hold is removed.",
        discussion: """
            A hold covers a message, an account, or all mail that a query finds. A query is evaluated each time that
            mail is about to be removed. A command that would remove held mail, an undo too, ends with exit code 4 and
            names the hold. --override-hold with --reason removes the mail anyway, and an event records that.
            """,
        subcommands: [Add.self, Remove.self, Listing.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a hold.",
            examples: [
                CommandExample(
                    "mailledger hold add 'case 7' --query 'from:tomas or to:tomas' --reason 'letter of the court'",
                    "whatever the query finds, now and later"),
                CommandExample(
                    "mailledger hold add audit --account treasurer@rowing.example.net --reason 'yearly audit'",
                    "an account with all that is in it"),
                CommandExample("mailledger hold add invoice --message 3f2a --reason 'disputed'", "one message"),
            ],
            discussion: """
                Exactly one of --message, --account and --query is needed, and --reason. A command or an undo that
                would remove held mail changes nothing (exit code 4). The retention rules of an import skip held mail,
                and 'sync' keeps the message if its file is gone. Marking and moving are allowed.

                A query is evaluated each time mail is about to be removed, over all mail that ever came in, in its last
                state. Its words are compared with the mail itself, not with the search index, and mail that cannot be
                read counts as found. The query may not name a saved query. --live limits it to messages that are not
                deleted. The answer counts the messages that match now, deleted ones included.
                """)

        @Argument(help: "Its name for people, such as the number of a case.") var name: String
        @Option(
            name: .long, help: ArgumentHelp("The message whose id begins with this.", valueName: "id"),
            completion: .names(.message))
        var message: String?
        @Option(
            name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "address"), completion: .names(.account))
        var account: String?
        @Option(
            name: .long, help: ArgumentHelp("All mail that a query finds, now and later.", valueName: "query"),
            completion: .names(.query))
        var query: String?
        @OptionGroup var live: LiveOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard [message, account, query].count(where: { $0 != nil }) == 1 else {
                throw ValidationError("Say what to hold: one of --message, --account and --query")
            }
        }

        func run() throws {
            let session = Session(ledger, output)
            let read = try query.map { try ReadQuery(live.live ? "(\($0)) not is:deleted" : $0) }
            let ledger = try session.open(actor: change.actor)
            let understood = try read?.understood(in: ledger, withDeleted: true)
            let (kind, target): (RequestedTarget, String) =
                if let message {
                    (.message, message)
                } else if let account {
                    (.account, account)
                } else {
                    (.query, understood?.text ?? "")
                }
            let hold = try ledger.perform(
                AddHoldRequest(hold: name, kind: kind, target: target), change.call("hold add"))
            let coverage = try understood.map { try Self.coverage(of: $0.filter, in: ledger) }
            try session.show(hold.answer) { hold in
                session.line("Added the hold \"\(hold.name)\" on \(hold.words).")
                if let coverage { session.line(coverage) }
            }
        }

        /// The hold is in force, also where its query names what is not there yet.
        private static func coverage(of filter: MessageFilter, in ledger: Ledger) throws -> String {
            do {
                return "It covers \(Counted.messages(try ledger.read { try $0.countEver(matching: filter) })) now."
            } catch let error as FilterResolutionError where error.namesNothing {
                return "A part of its query finds nothing now: \(error). The rest of it holds."
            } catch let error as FilterResolutionError {
                return "What it covers now cannot be counted: \(error)."
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a hold.",
            examples: [
                CommandExample(
                    "mailledger hold add 'case 7' --query from:tomas --reason 'letter of the court'", "a hold"),
                CommandExample(
                    "mailledger hold remove 'case 7' --reason 'case closed'", "its mail can be deleted again"),
            ],
            discussion: """
                --reason is needed; the log records it.
                """)

        @Argument(help: "The hold's name, or the first digits of its id.", completion: .names(.hold))
        var name: String
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let hold = try ledger.perform(RemoveHoldRequest(hold: name), change.call("hold remove"))
            try session.show(hold.answer) { session.line("Removed the hold \($0.name).") }
        }
    }

    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the holds: what they cover, since when, by whom and why.",
            examples: [
                CommandExample("mailledger hold add 'case 7' --query subject:invoice --reason 'disputed'", "a hold"),
                CommandExample("mailledger hold list", "those in force"),
                CommandExample("mailledger hold list --all", "those that are over, too"),
                CommandExample("mailledger hold list --all --covering subject:invoice", "which ones covered this mail"),
            ],
            discussion: """
                With --all, --covering evaluates a removed hold as if it were still in force.
                """)

        @Flag(name: .long, help: "Include removed holds.") var all = false
        @Option(
            name: .long,
            help: ArgumentHelp(
                "Only those that cover some message that it finds, deleted ones too.", valueName: "query"),
            completion: .names(.query))
        var covering: String?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true, none: "Nothing is held.")
            let query = try covering.map { try ReadQuery($0) }
            let ledger = try session.open()
            let messages = try query?.everyMessage(in: ledger, LiveOptions())
            try session.show(ledger.answer(ListHolds(includesRemoved: all, covering: messages))) { holds in
                var table = Table([
                    .init(looks: [.yellow]), .init(minimum: 8, isFlexible: true, looks: [.bold]),
                    .init(minimum: 12, isFlexible: true), .init(looks: [.dim]), .init(minimum: 6, isFlexible: true),
                    .init(isFlexible: true),
                ])
                for hold in holds {
                    table.append([
                        .init(String(hold.id.prefix(8))), .init(hold.name),
                        .init(hold.words + (hold.isRemoved ? " (removed)" : "")),
                        .init(
                            Timestamp(iso8601: hold.added).map { session.times.minute($0.microseconds) } ?? hold.added),
                        .init(hold.actor ?? "(erased)"),
                        .init(hold.reason ?? ""),
                    ])
                }
                session.write(table)
            }
        }
    }
}

extension HoldForm {
    /// What it covers, for people.
    fileprivate var words: String { kind == "query" ? target : "\(kind) \(target.prefix(8))" }
}
