internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Outbox
internal import Projections

struct OutboxVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List changes that wait to be sent to a server, and record their delivery.",
        subcommands: [Listing.self, MarkOne.self])

    struct Listing: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List changes that wait to be sent to a server, the oldest first.",
            examples: [
                CommandExample("mailledger outbox list", "what a program sends next"),
                CommandExample("mailledger outbox list --all", "also what failed too often, and what conflicts"),
            ],
            discussion: """
                Another program sends them: it reads this list, and reports with 'outbox mark'. A thing that failed is
                listed again until it has failed \(OutboxState.retryLimit) times.
                """)

        @Flag(name: .long, help: "Include things that failed too often or conflict with the server's version.")
        var all = false
        @Option(
            name: .shortAndLong, help: ArgumentHelp("Only this account.", valueName: "address"),
            completion: .names(.account))
        var account: String?
        @Option(name: .limit, help: ArgumentHelp("Show at most N.", valueName: "n"))
        var limit: Int?
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try require("--limit", isCount: limit)
        }

        func run() throws {
            let session = Session(ledger, output, none: "Nothing waits.")
            let ledger = try session.open(at: moment)
            let question = ListOutbox(includesHeldUp: all, account: account, limit: limit)
            try session.show(ledger.answer(question)) { items in
                var table = Table([
                    .init(looks: [.yellow]), .init(), .init(looks: [.bold]),
                    .init(minimum: 12, isFlexible: true), .init(minimum: 12, isFlexible: true, looks: [.dim]),
                ])
                for item in items { table.append(Self.cells(item.item)) }
                session.write(table)
            }
            session.noteIfBehind(ledger)
        }

        private static func cells(_ item: OutboxItem) -> [Table.Cell] {
            let state = item.row.state
            let words =
                switch state.status {
                case .failed: "failed \(Counted.of(state.retryCount, "time", "times"))"
                case let status: status?.rawValue ?? ""
                }
            let remark = state.versions.map { "version \($0.local) here, \($0.server) there" } ?? state.error ?? ""
            return [
                .init(String(item.row.id.description.prefix(8))), .init(item.row.entity), .init(words),
                .init(item.name ?? ""), .init(remark),
            ]
        }
    }

    struct MarkOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mark", abstract: "Record whether a thing has reached its server.",
            examples: [
                CommandExample("mailledger outbox mark 3f2a --pending", "a program has to send it"),
                CommandExample("mailledger outbox mark 3f2a --failed 'no route to host'", "it did not arrive"),
                CommandExample(
                    "mailledger outbox mark 3f2a --synced --expect 5",
                    "it arrived; refused if the thing changed meanwhile"),
            ],
            discussion: """
                Exactly one of --pending, --synced, --failed and --conflict is needed. The thing may be a message, a
                conversation, a folder, a note, an action, a canned answer or the profile. Accounts, holds, erasures
                and tokens go to no server and are refused (exit code 4). Deleted things count, too, also those of a
                deleted account, because their server has to learn about the deletion. --expect names the version that
                was sent, as 'outbox list --format json' shows it. If the thing has another version by now, the exit
                code is 4 and both are named.
                """)

        @Argument(help: "The first digits of the thing's id.", completion: .names(.entity)) var id: String
        @Flag(name: .long, help: "It waits; earlier failures no longer count.") var pending = false
        @Flag(name: .long, help: "The server has it.") var synced = false
        @Option(name: .long, help: ArgumentHelp("It did not arrive, and why.", valueName: "error"))
        var failed: String?
        @Option(name: .long, help: ArgumentHelp("The server has this other version.", valueName: "version"))
        var conflict: Int?
        @Option(
            name: .long, help: ArgumentHelp("Refuse if it is not at this version here.", valueName: "version"))
        var expect: Int?
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard [pending, synced, failed != nil, conflict != nil].count(where: \.self) == 1 else {
                throw ValidationError("Say what became of it: one of --pending, --synced, --failed and --conflict")
            }
        }

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let status: OutboxStatus =
                failed != nil ? .failed : conflict != nil ? .conflict : synced ? .synced : .pending
            let command = MarkInOutboxRequest(
                thing: id, status: status, error: failed, serverVersion: conflict, expectedVersion: expect)
            try session.show(ledger.perform(command, change.call("outbox mark", dryRun)).answer) { outcome in
                guard outcome.changed > 0 else { return session.line("Nothing to change.") }
                session.line("\(outcome.isDryRun ? "Would mark" : "Marked") \(outcome.told.subject).")
            }
        }
    }
}
