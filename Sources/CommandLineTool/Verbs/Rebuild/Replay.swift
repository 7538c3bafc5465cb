internal import ArgumentParsing
internal import Cryptography
internal import EventLog
internal import MailLedger

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play the log, transaction by transaction, and show which rows each changes.",
        examples: [
            CommandExample(
                "mailledger replay --from 2026-02-18 --table unread", "how counts moved since the end of a day"),
            CommandExample("mailledger replay --from op:673a --upto op:673a", "what one operation did, row by row"),
            CommandExample(
                "mailledger replay --upto 150 --digest", "all events up to one, with a digest of each read model"),
            CommandExample(
                "mailledger replay --table threads --format jsonl", "the history of all threads, for a program"),
            CommandExample("mailledger replay --with rules", "what would differ if other rules had always applied"),
        ],
        discussion: """
            Lists, counts and threads are computed from the log, and replay shows how. Events are played into read
            models of their own, and each changed row of a public table is shown. A new row is marked +, a removed one
            -, and a value is shown as old → new. Nothing of the ledger changes. With --format jsonl each transaction
            is one line.

            --from says where to begin: an operation, a transaction, a position or a time, as for --at. Without it the
            log is played from its first event. Without --table all public tables are shown.

            --digest shows no rows. It shows a digest of the rows of each read model, after all events from the first
            to the last. If the digests are those of 'mailledger projections --digest', the live read models agree with
            the log.

            --with plays the whole log by other rules and shows what would differ: counts, and rows of each read model.
            The file has the syntax of the configuration file, such as [unread] and below it spam=yes:

            \(RulesFile.help)
            """)

    @Option(
        name: .long, help: ArgumentHelp("The first moment to play (default: the first event).", valueName: "moment"))
    var from: String?
    @Option(name: .long, help: ArgumentHelp("The last moment to play (default: now).", valueName: "moment"))
    var upto: String?
    @Option(
        name: .long, help: ArgumentHelp("Show this public table; may be repeated.", valueName: "name"))
    var table: [String] = []
    @Flag(name: .long, help: "Show a digest of the rows of each read model at the end.") var digest = false
    @Option(
        name: .long,
        help: ArgumentHelp("Play by the rules in this file, and show what would differ.", valueName: "file"),
        completion: .file())
    var with: String?
    @Option(
        name: .long,
        help: ArgumentHelp("With other rules: show N rows of each read model (default: 3).", valueName: "n"))
    var samples: Int?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if with != nil, from != nil || upto != nil || !table.isEmpty || digest {
            throw ValidationError("--with plays the whole log; it goes with --samples alone")
        }
        if samples != nil, with == nil { throw ValidationError("--samples goes with --with") }
        try require("--samples", isCount: samples)
        if digest, from != nil || !table.isEmpty {
            throw ValidationError("--digest is of all read models after all events; it goes with --upto alone")
        }
    }

    func run() throws {
        let last = try upto.map(MomentOptions.moment) ?? .now
        let first = try from.map { try Self.first($0) } ?? Moment(.position(.start))
        let rules = try with.map { try RulesFile(path: $0) }
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(.readOnly)
        let progress = BuildProgress("Playing")
        defer { progress.clear() }
        func tell(_ reached: Position, _ end: Position) -> Bool { progress.update(.views, reached, end) }
        if let rules { return try ask(ledger, rules, tell, session) }
        if digest { return try showDigests(ledger, through: last, tell, session) }
        let list = session.list()
        var text = ReplayText(session)
        try ledger.replay.steps(from: first, through: last, tables: table, progress: tell) { step in
            progress.clear()
            guard let list else {
                text.write(step)
                return session.output.isOpen
            }
            return try list.write(ReplayStepForm(step))
        }
        if list == nil { text.finish() }
        try session.finish(list)
    }

    private func ask(
        _ ledger: Ledger, _ file: RulesFile, _ progress: @escaping Views.Progress, _ session: Session
    ) throws {
        let answer = try ledger.replay.whatIf(
            file.rules, keepingNewest: file.keepNewest, sampling: samples ?? 3, progress: progress)
        try session.write(WhatIfForm(answer, rules: file.given)) {
            for rule in file.given { session.line("\(rule.name) = \(rule.value)") }
            session.line("")
            for count in answer.counts {
                session.line(
                    "\(count.name): \(ProgressLine.grouped(count.now))"
                        + (count.now == count.otherwise ? "" : " → \(ProgressLine.grouped(count.otherwise))"))
            }
            let differing = answer.models.filter { !$0.isNone }
            session.line("")
            guard !differing.isEmpty else { return session.line("No row would differ.") }
            MigrationText.write(differing, session)
        }
    }

    private func showDigests(
        _ ledger: Ledger, through moment: Moment, _ progress: @escaping Views.Progress, _ session: Session
    ) throws {
        let (resolved, models) = try ledger.replay.models(through: moment, progress: progress)
        session.tellRemark(resolved)
        try session.write(models.map { ReplayedModelForm($0, at: resolved.position) }) {
            var table = Table([
                .init("NAME"), .init("VERSION", alignment: .right), .init("POSITION", alignment: .right),
                .init("ROWS", alignment: .right), .init("DIGEST"),
            ])
            for model in models {
                table.append([
                    model.name, model.version.map(String.init) ?? "", "\(resolved.position)", "\(model.rows)",
                    model.digest.hex,
                ])
            }
            session.write(table, showsHeader: true)
        }
    }

    /// An operation, a transaction and a position are played themselves; of a time the end.
    private static func first(_ text: String) throws -> Moment {
        var moment = try MomentOptions.moment(text)
        switch moment.anchor {
        case .operation, .transaction: moment.isBefore = true
        case .position(let position): moment.isBefore = position > .start
        case .now, .time: break
        }
        return moment
    }
}
