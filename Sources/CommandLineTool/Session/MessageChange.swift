internal import ArgumentParser
internal import EventLog
internal import MailLedger
internal import Projections

/// What the verbs that change messages have in common.
struct MessageChange: ParsableArguments {
    @OptionGroup var query: QueryArguments
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Reads the query; an empty one is refused, so that nobody changes everything by leaving it out.
    private func read() throws -> ReadQuery {
        guard !query.isEmpty else {
            throw ValidationError("Say which messages; '*' means all")
        }
        return try query.read()
    }

    /// Runs a command and says what it did, as in "Marked 3 messages; 2 had nothing to change."
    ///
    /// - Parameter rest: What the sentence says behind the messages.
    func run(
        _ verb: (done: String, planned: String), command: String, rest: String = "",
        _ body: (Ledger, MessageFilter, OperationContext, _ isDryRun: Bool) throws -> MessagesOutcome
    ) throws {
        let query = try read()
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let filter = try query.filter(in: ledger)
        let outcome = try body(
            ledger, filter, ledger.context(command: command, reason: change.reason), dryRun.dryRun)
        let form = OutcomeForm(
            matched: outcome.matched, changed: outcome.changed, operation: outcome.receipt?.operation.description,
            isDryRun: dryRun.dryRun)
        try session.write(form) {
            guard outcome.matched > 0 else { return }
            let words = dryRun.dryRun ? verb.planned : verb.done
            let same = outcome.matched - outcome.changed
            let already = same > 0 ? "; \(ProgressLine.grouped(same)) had nothing to change" : ""
            session.line("\(words) \(Counted.messages(outcome.changed))\(rest)\(already).")
            for folder in outcome.folders { session.line("\(folder) is a folder: what has the label is in it.") }
        }
        guard outcome.matched > 0 else { throw Shortfall.foundNothing }
    }
}
