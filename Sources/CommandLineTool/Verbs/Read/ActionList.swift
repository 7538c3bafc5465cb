internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

struct ActionList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions", abstract: "List actions: those with a time first, the earliest first.",
        examples: [
            CommandExample("mailledger actions --all", "all actions, also those that are done"),
            CommandExample(
                "mailledger action add reminder 'Bring oars' --note 'Club meeting' --date 2026-03-01", "a reminder"),
            CommandExample("mailledger actions", "what is still to be done"),
            CommandExample("mailledger actions --kind reminder --until 2026-03", "reminders up to the end of March"),
        ])

    @Option(name: .long, help: "Only actions of this kind.") var kind: ActionKind?
    @Option(name: .long, help: "Only actions with this status; may be repeated.") var status: [ActionStage] = []
    @Flag(name: .long, help: "Include actions that are done, failed or cancelled.") var all = false
    @Option(name: .long, help: "Only actions of this priority.") var priority: ActionUrgency?
    @Option(name: .long, help: ArgumentHelp("Only actions of this note.", valueName: "name"), completion: .names(.note))
    var note: String?
    @Option(
        name: .long, help: ArgumentHelp("Only actions of this message.", valueName: "id"), completion: .names(.message))
    var on: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Only actions with a time on or after this date: today, 2026-03.", valueName: "date"))
    var since: String?
    @Option(name: .long, help: ArgumentHelp("Only actions with a time up to the end of this date.", valueName: "date"))
    var until: String?
    @OptionGroup var page: PageOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if all, !status.isEmpty { throw ValidationError("--all and --status exclude each other") }
    }

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No actions.")
        let ledger = try session.open(at: moment)
        let question = ListActions(matching: try matching(in: ledger), limit: page.limit, offset: page.offset)
        try session.show(question, of: ledger) { NoteText(session).write($0.map(\.row)) }
        session.noteIfBehind(ledger)
    }

    private func matching(in ledger: Ledger) throws -> RequestedActions {
        RequestedActions(
            kind: kind, statuses: all ? [] : status.isEmpty ? nil : status, priority: priority, note: note,
            message: try on.map { try ShownName.id(of: $0, in: ledger) }, since: since, until: until)
    }
}
