internal import ArgumentParsing
internal import EventLog
internal import MailLedger

/// What the verbs that change settings have in common.
struct SettingChange: ParsableArguments {
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Performs a command and says each field that changed, as in `port: 993 → 143`.
    ///
    /// - Parameter verb: The name by which the log knows it.
    func perform<Command: LedgerWork>(
        _ name: String, as verb: String, _ command: Command
    ) throws where Command.Answer == SettingsChangeForm {
        try perform(name, as: verb) { _ in command }
    }

    /// Performs a command that is made by looking things up.
    func perform<Command: LedgerWork>(
        _ name: String, as verb: String, _ command: (Ledger) throws -> Command
    ) throws where Command.Answer == SettingsChangeForm {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        try show(ledger.perform(command(ledger), change.call(verb, dryRun)).answer, name, session)
    }

    /// Runs what no request does, and says the same of it.
    func run(
        _ name: String, command: String, _ body: (Ledger, OperationContext, _ isDryRun: Bool) throws -> SettingOutcome
    ) throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let outcome = try body(ledger, ledger.context(command: command, reason: change.reason), dryRun.dryRun)
        let folders = try ledger.read { try $0.folderPaths() }
        try show(SettingsChangeForm(outcome, folders: folders, isDryRun: dryRun.dryRun), name, session)
    }

    private func show(_ outcome: SettingsChangeForm?, _ name: String, _ session: Session) throws {
        try session.show(outcome) { outcome in
            guard !outcome.changes.isEmpty else { return session.line("Nothing to change.") }
            session.line("\(outcome.isDryRun ? "Would change" : "Changed") \(name).")
            let words = ValueWords(name: { _ in nil }, time: session.times.full)
            for change in outcome.changes {
                let field = change.field + (change.isPart ? WordRules.part : "")
                session.line("  \(field): \(words.value(change.old)) → \(words.value(change.new))")
            }
            if let giver = outcome.roleTakenFrom {
                session.line("  \(outcome.isDryRun ? "would take" : "took") the role from \(giver)")
            }
        }
    }
}

/// `yes` or `no`.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument, Sendable {
    case yes
    case no
}
