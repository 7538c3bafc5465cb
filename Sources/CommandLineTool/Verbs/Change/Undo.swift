internal import ArgumentParsing
internal import EventLog
internal import MailLedger

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the latest operation, a named one or a range, with events that reverse it.",
        examples: [
            CommandExample("mailledger undo", "the latest operation"),
            CommandExample("mailledger undo 35aa --dry-run", "the changes that undoing this one would make"),
            CommandExample("mailledger undo 35aa..c24b --yes", "all operations from one to another, the latest first"),
            CommandExample("mailledger undo --transactions 10..12 --dry-run", "a range of transactions"),
            CommandExample(
                "mailledger undo --transaction 10 --partial", "the part of one transaction that can be undone"),
        ],
        discussion: """
            Without a name it takes the latest operation that is not an undo and is not undone yet. It passes over a
            sync that only wrote to a Maildir. If the latest is a hold, name another one: 'hold remove' ends a hold.
            Undo is an operation, too: 'mailledger undo ID' of an undo repeats the undone change. If later changes are
            in the way, nothing is done (exit code 4), and the answer lists them and who made them. With --partial the
            rest is undone (exit code 5). A range skips operations that are already undone, and their undos. A range,
            and an undo of more than \(askedAbove) events, asks first on a terminal, and needs --yes elsewhere.
            """)

    /// Larger plans ask first.
    private static let askedAbove = 100

    @Argument(
        help: ArgumentHelp(
            "The first digits of the operation's id, as 'log' shows it; two ids with '..' between them are a range.",
            valueName: "operation"),
        completion: .names(.operation))
    var operation: String?
    @Option(name: .long, help: ArgumentHelp("One transaction by its number.", valueName: "n")) var transaction: Int64?
    @Option(name: .long, help: ArgumentHelp("Transactions by their numbers, as in 10..14.", valueName: "n..m"))
    var transactions: TransactionRange?
    @Flag(name: .long, help: "Undo what is possible if later changes are in the way of the rest.") var partial =
        false
    @OptionGroup var hold: HoldOptions
    @Option(name: .limit, help: ArgumentHelp("Show at most N changed things of a plan.", valueName: "n"))
    var limit = 20
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let named = [operation != nil, transaction != nil, transactions != nil].count { $0 }
        if named > 1 { throw ValidationError("Name operations or transactions, and one or a range, not both") }
        try require("--limit", isCount: limit)
        _ = try target()
    }

    private func target() throws -> UndoTarget {
        if let transaction { return .transaction(transaction) }
        if let transactions { return .transactions(transactions.range) }
        guard let operation else { return .latest }
        let ends = operation.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        guard ends.count > 1 else { return .operation(prefix: operation) }
        guard ends.count == 2, !ends[0].isEmpty, !ends[1].isEmpty else {
            throw ValidationError("A range of operations is written FIRST..LAST, as in 35aa..c24b")
        }
        return .operations(from: ends[0], through: ends[1])
    }

    func run() throws {
        let session = Session(ledger, output, pages: dryRun.dryRun)
        let ledger = try session.open(actor: change.actor)
        let target = try target()
        if dryRun.dryRun {
            let limit = session.format == .text ? limit : nil
            let form = try ledger.answer(PlanUndo(target, limit: limit))
            try report(form, session, ledger)
            if !hold.overrideHold, form.plan.obstacles.isEmpty || partial {
                try ledger.read { try $0.holdsInTheWay(of: form.plan.events).refuse() }
            }
            guard !form.plan.obstacles.isEmpty else { return }
            throw partial ? Shortfall.partial("not everything could be undone") : Shortfall.refused
        }
        try ask(target, session, ledger)
        let command = UndoRequest(target, partially: partial)
        guard let undone = try ledger.perform(command, change.call("undo", nil, hold)).answer else { return }
        try report(undone, session, ledger)
        if !undone.plan.obstacles.isEmpty { throw Shortfall.partial("not everything could be undone") }
    }

    /// Shows the plan and asks, where much would change at once.
    private func ask(_ target: UndoTarget, _ session: Session, _ ledger: Ledger) throws {
        guard !confirmation.yes else { return }
        let form = try ledger.answer(PlanUndo(target, limit: limit))
        let plan = form.plan
        // What is refused anyway is not asked for.
        guard plan.count > 0, plan.obstacles.isEmpty || partial, target.isRange || plan.count > Self.askedAbove else {
            return
        }
        if session.format == .text, session.output.isTerminal { try write(form, session, ledger) }
        let what = plan.operations.count > 1 ? "\(plan.operations.count) operations" : "'\(plan.command)'"
        try session.confirm("Undo \(what) by \(Counted.events(plan.count))?", confirmation)
    }

    private func report(_ form: UndoForm, _ session: Session, _ ledger: Ledger) throws {
        try session.show(form) { form in
            let plan = form.plan
            let verb = form.isDryRun ? "Would undo" : "Undid"
            if form.isDryRun, !plan.obstacles.isEmpty, !partial {
                session.line("Would not undo \(Self.name(plan)).")
            } else if plan.count > 0 || !plan.obstacles.isEmpty {
                session.line("\(verb) \(Self.name(plan)) by \(Counted.events(plan.count)).")
            } else {
                let (was, has) = plan.operations.count > 1 ? ("were", "have") : ("was", "has")
                let why = plan.isUndoneAlready ? "\(was) undone already" : "\(has) left nothing to take back"
                session.line("\(Self.name(plan)) \(why); nothing was changed.")
            }
            if form.isDryRun { try write(form, session, ledger) }
            for obstacle in plan.obstacles { session.line("  in the way: \(obstacle)") }
            if let done = form.receipt?.operation, session.output.isTerminal {
                session.line("'mailledger undo \(done.description.prefix(8))' does it again.", .dim)
            }
        }
    }

    private static func name(_ plan: UndoPlan) -> String {
        func short(_ id: OperationID) -> Substring { id.description.prefix(8) }
        guard plan.operations.count > 1, let first = plan.operations.last else {
            return "'\(plan.command)' (\(short(plan.operation)))"
        }
        return "\(plan.operations.count) operations (\(short(first.id))..\(short(plan.operation)))"
    }

    /// Writes what a plan would change, thing by thing.
    private func write(_ form: UndoForm, _ session: Session, _ ledger: Ledger) throws {
        let words = try LogWords(ledger, session.times)
        for change in form.planned {
            let name = change.entity == "message" ? change.name.map { " “\($0)”" } ?? "" : ""
            session.line("  \(words.thing(change.entity, change.id))\(name)")
            for field in change.changes { session.line("    " + words.values.change(field)) }
        }
        let rest = form.changedThings - form.planned.count
        if rest > 0 { session.line("  and \(ProgressLine.grouped(rest)) more", .dim) }
    }
}

/// A range of transactions as it is typed: `10..14`.
struct TransactionRange: ExpressibleByArgument, Sendable {
    let range: ClosedRange<Int64>

    init?(argument: String) {
        let ends = argument.split(separator: "..", omittingEmptySubsequences: false).map { Int64($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], 1 <= first, first <= last else { return nil }
        range = first...last
    }
}
