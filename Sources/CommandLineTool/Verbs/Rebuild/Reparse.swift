internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Processes

struct Reparse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reparse",
        abstract: "Read stored messages with today's parser, and record the differences.",
        examples: [
            CommandExample("mailledger reparse --dry-run", "which messages would change, in what, and why"),
            CommandExample("mailledger reparse --reason 'groups have names now'", "record it; 'undo' takes it back"),
        ],
        discussion: """
            The bytes of each message are kept as they came. Lists show what the parser read when the message came in:
            subject, date, addresses, thread, first words and attachments. The log has the parser's version, and
            'mailledger doctor' counts the messages that an older one read. reparse reads these again. If the result
            differs, it records one event for the message, with the old and the new value of each field that differs.
            Lists and threads then change. --at with an earlier moment gives the old answer, and 'mailledger undo'
            takes the change back. Search always uses today's parser.

            It can be stopped (Ctrl-C: exit code 130) or killed, and run again: it continues where it was. Deleted
            messages are read, too; those of deleted accounts are not. Exit code 5 when the bytes of some are missing
            or damaged: these stay as they are.
            """)

    @OptionGroup var quiet: QuietOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(dryRun.dryRun ? .readOnly : .readWrite, actor: change.actor)
        let context = ledger.context(command: "reparse", reason: change.reason)
        let progress = Progress("Reading messages", unit: "messages")
        defer { progress.clear() }
        func read(_ body: (ReparsedMessage) throws -> Void) throws -> ReparseReport {
            try ledger.maintenance.reparse(
                context: context, dryRun: dryRun.dryRun,
                progress: { report in
                    Interruption.watch()
                    progress.update(done: report.read, total: report.total)
                    return !Interruption.isAsked
                }, body)
        }
        let report: ReparseReport
        if session.format == .text {
            let words = try LogWords(ledger, session.times)
            report = try read { message in
                progress.clear()
                if !quiet.quiet { write(message, words, session) }
            }
            progress.clear()
            for id in report.unreadable {
                session.line("\(id.description.prefix(8)) stays as it is: its bytes are missing or damaged")
            }
            if !quiet.quiet { session.line(summary(report)) }
            try session.output.finish()
        } else {
            let operation = dryRun.dryRun ? nil : context.operation
            let list = session.list()
            report = try read { _ = try list?.write(ReparsedForm(message: $0, operation: operation)) }
            progress.clear()
            try session.finish(list)
        }
        if report.wasStopped {
            let state = dryRun.dryRun ? "nothing is recorded" : "this much is recorded, and the same command goes on"
            throw Shortfall.interrupted("stopped; \(state)")
        }
        if !report.unreadable.isEmpty {
            throw Shortfall.partial(
                "\(Counted.messages(report.unreadable.count)) could not be read; 'mailledger verify --content' tells more"
            )
        }
    }

    private func write(_ message: ReparsedMessage, _ words: LogWords, _ session: Session) {
        let parts = message.parts.map { $0.rawValue.replacing("_", with: " ") }.joined(separator: ", ")
        session.line(
            "\(message.id.description.prefix(8))  parser \(message.parser.old) → \(message.parser.new)  \(parts)  "
                + (message.subject ?? "(no subject)"))
        for change in message.changes { session.line("    " + words.values.change(change)) }
    }

    private func summary(_ report: ReparseReport) -> String {
        guard report.total > 0 else {
            return "All messages were read by today's parser (version \(LedgerMaintenance.parserVersion))."
        }
        let verb = dryRun.dryRun ? "Would change" : "Changed"
        return "\(verb) \(ProgressLine.grouped(report.changed)) of \(Counted.messages(report.read)) "
            + "that an older parser had read."
    }
}
