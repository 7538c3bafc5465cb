internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo the latest operation, or a named one, by events that take it back.",
        examples: [
            CommandExample("mailledger undo", "take the latest operation back"),
            CommandExample("mailledger undo 35aa --dry-run", "what undoing this one would do"),
            CommandExample("mailledger undo --transaction 10 --partial", "what can be undone of one transaction"),
        ],
        discussion: """
            Without a name it takes the latest operation that is no undo and is not undone yet. Undo is an operation too:
            'mailledger undo ID' of an undo does again what was undone. When later changes stand in the way nothing is done,
            unless --partial.
            """)

    @Argument(help: "The first digits of the operation's id, as 'log' shows it.", completion: .names(.operation))
    var operation: String?
    @Option(name: .long, help: ArgumentHelp("One transaction by its number.", valueName: "n")) var transaction: Int64?
    @Flag(name: .long, help: "Do what can be done where later changes stand in the way of the rest.") var partial =
        false
    @OptionGroup var hold: HoldOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if operation != nil, transaction != nil {
            throw ValidationError("Name an operation or a transaction, not both")
        }
    }

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        ledger.overridesHolds = hold.overrideHold
        let target =
            operation.map { Ledger.UndoTarget.operation(prefix: $0) } ?? transaction.map { .transaction($0) } ?? .latest
        let plan: UndoPlan
        var receipt: Receipt?
        if dryRun.dryRun {
            plan = try ledger.planUndo(target)
        } else {
            (plan, receipt) = try ledger.undo(target, partially: partial, reason: change.reason)
        }
        let form = Form(
            undone: plan.operation.description, command: plan.command, events: plan.count, obstacles: plan.obstacles,
            operation: receipt?.operation.description, isDryRun: dryRun.dryRun)
        try session.write(form) {
            let verb = dryRun.dryRun ? "Would undo" : "Undid"
            let name = String(plan.operation.description.prefix(8))
            if plan.count > 0 || !plan.obstacles.isEmpty {
                session.line("\(verb) '\(plan.command)' (\(name)) by \(Counted.events(plan.count)).")
            } else {
                let why = plan.isUndoneAlready ? "was undone already" : "has left nothing to take back"
                session.line("'\(plan.command)' (\(name)) \(why); nothing was changed.")
            }
            for obstacle in plan.obstacles { session.line("  in the way: \(obstacle)") }
        }
        if !plan.obstacles.isEmpty, !dryRun.dryRun { throw Shortfall.partial("not everything could be undone") }
    }

    private struct Form: Encodable {
        let undone: String
        let command: String
        let events: Int
        let obstacles: [String]
        let operation: String?
        let isDryRun: Bool

        enum CodingKeys: String, CodingKey {
            case undone, command, events, obstacles, operation
            case isDryRun = "is_dry_run"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(undone, forKey: .undone)
            try container.encode(command, forKey: .command)
            try container.encode(events, forKey: .events)
            try container.encode(obstacles, forKey: .obstacles)
            try container.encode(operation, forKey: .operation)
            try container.encode(isDryRun, forKey: .isDryRun)
        }
    }
}
