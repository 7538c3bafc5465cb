internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Projections

/// What the verbs that change messages have in common.
struct MessageChange: ParsableArguments {
    @OptionGroup var query: QueryArguments
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Reads the query; an empty one is refused, so that nobody changes everything by leaving it out.
    private func read(namesIDs: Bool) throws -> ReadQuery {
        guard !query.isEmpty else {
            throw ValidationError("Say which messages; '*' means all")
        }
        return try namesIDs ? query.readAsIDs() ?? query.read() : query.read()
    }

    /// That nothing was found, in words or, for people who want to hear of trouble only, as an exit code.
    private func nothing(_ shortfall: Shortfall) -> any Error {
        quiet.quiet && output.format == .text ? ExitCode(shortfall.exitCode) : shortfall
    }

    /// Performs a command and says what it did, as in "Marked 3 messages; 2 needed no change."
    ///
    /// - Parameters:
    ///   - name: The name by which the log knows it.
    ///   - reachesDeleted: Whether deleted messages are meant, and words that look like ids are ids of several messages.
    ///   - folder: The path of a folder that is made first, where an account of the messages lacks it.
    ///   - rest: What the sentence says behind the messages.
    ///   - before: Looks at the messages first, in a dry run, too.
    ///   - confirm: Asked right before it is done.
    func perform<Command: LedgerWork>(
        _ verb: (done: String, planned: String), as name: String, reachesDeleted: Bool = false, rest: String = "",
        hold: HoldOptions? = nil, making folder: String? = nil,
        before: (Ledger, MessageQuery) throws -> Void = { _, _ in },
        confirm: (Session, Ledger, MessageQuery) throws -> Void = { _, _, _ in },
        _ command: (MessageQuery) -> Command
    ) throws where Command.Answer == OutcomeForm {
        let query = try read(namesIDs: reachesDeleted)
        let words = self.query.words
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let messages = try reachesDeleted ? query.everyMessage(in: ledger, LiveOptions()) : query.messages(in: ledger)
        try before(ledger, messages)
        if !dryRun.dryRun { try confirm(session, ledger, messages) }
        let call = change.call(name, dryRun, hold)
        let made = try folder.map { try FolderInPassing($0, for: messages, of: ledger, call) }
        let answer =
            made?.findsNothing == true
            ? OutcomeForm(matched: 0, changed: 0, operation: nil, isDryRun: dryRun.dryRun)
            : try made?.perform(command(messages)) ?? ledger.perform(command(messages), call).answer
        let isWhole = answer?.told.obstacles.isEmpty ?? true
        try session.show(answer, isQuiet: quiet.quiet && isWhole) { outcome in
            guard outcome.matched > 0 else { return }
            let words = outcome.isDryRun ? verb.planned : verb.done
            let same = outcome.matched - outcome.changed
            let already = same > 0 ? "; \(ProgressLine.grouped(same)) needed no change" : ""
            session.line("\(words) \(Counted.messages(outcome.changed))\(rest)\(already).")
            if let made, !made.paths.isEmpty {
                let noun = made.paths.count == 1 ? "folder" : "folders"
                session.line(
                    "\(outcome.isDryRun ? "Would make" : "Made") the \(noun) \(made.paths.joined(separator: ", ")).")
            }
            for obstacle in outcome.told.obstacles { session.line("  in the way: \(obstacle)") }
            for folder in outcome.told.folders {
                session.line("\(folder) is a folder of kind label, so the messages are filed in it or removed from it.")
            }
        }
        if answer?.matched == 0 {
            let live = reachesDeleted ? try ledger.answer(CountMessages(filter: query.messages(in: ledger))).count : 0
            throw nothing(live > 0 ? Shortfall.foundNothingDeleted(live: live) : Shortfall.foundNothing(by: words))
        }
        if answer?.told.obstacles.isEmpty == false { throw Shortfall.partial("not everything could be brought back") }
    }
}
