internal import ArgumentParsing
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import MailLedger

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recompute every digest of the log, and report faults.",
        examples: [
            CommandExample("mailledger verify", "the log, its checkpoints and its witnesses"),
            CommandExample(
                "mailledger verify --content --views",
                "and every stored message, every row of the views, every indexed word"),
            CommandExample("mailledger verify --quick 10000", "the last ten thousand events only"),
        ],
        discussion: """
            Checks positions, stream versions, payloads, headers, the Merkle tree and its root, the keys, the
            checkpoints that the ledger gave away, and its witnesses. It names the first position that is wrong (exit
            code 6). With --views the views that are kept of earlier moments are compared, too, and the index of words
            with the mail, which takes as long as indexing all of it. --quick checks only the last N events and the tree
            above them, and not the indexes of the log.
            Docs/Reliability.md says which check finds what.
            """)

    @Flag(name: .long, help: "Also compare every stored message with its digest.") var content = false
    @Flag(name: .long, help: "Also compare the views and the search index with a fresh build.") var views = false
    @Option(
        name: .long, help: ArgumentHelp("Check only the last N events, and the tree above them.", valueName: "n"))
    var quick: Int64?
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let quick, quick < 1 { throw ValidationError("--quick takes a number of events, from 1 on") }
    }

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(
            .readOnly, checksWitnesses: false, signing: passphrase.passphraseFile == nil ? nil : passphrase)
        let progress = Progress("Verifying the log", unit: "events")
        defer { progress.clear() }
        let head = try ledger.store.head().position.rawValue
        let report = try ledger.maintenance.verifyLog(last: quick) { position in
            progress.update(done: Int(position.rawValue), total: Int(min(head, quick ?? head)))
            return true
        }
        var findings = LedgerFindings()
        try findings.checkWitnesses(try session.witnesses(of: ledger).paths(), of: ledger)
        try findings.checkKey(of: ledger)
        if content { try findings.readContent(of: ledger, progress) }
        if views { try findings.compareReadModels(of: ledger) }
        progress.clear()
        let form = Form(report, findings)
        try session.write(form, isQuiet: quiet.quiet && findings.problems.isEmpty) {
            write(report, findings, session)
        }
        guard findings.problems.isEmpty else {
            throw Shortfall.unverified(
                "\(Counted.of(findings.problems.count, "thing does", "things do")) not hold"
                    + (findings.lacksContent ? HintWords.forLostContent : ""))
        }
        if !findings.pending.isEmpty { throw Shortfall.interruptedErasure(findings.pending) }
    }

    private func write(_ report: LogReport, _ findings: LedgerFindings, _ session: Session) {
        let last =
            report.eventsRead < report.events ? "The last \(ProgressLine.grouped(Int(report.eventsRead))) of " : ""
        session.line(
            "\(last)\(Counted.events(Int(report.events))) in \(ProgressLine.grouped(Int(report.transactions))) transactions are valid."
        )
        if report.checkpoints > 0 {
            session.line("\(Counted.of(report.checkpoints, "checkpoint is valid", "checkpoints are valid")).")
        }
        if findings.witnesses > 0 {
            session.line("\(Counted.of(findings.witnesses, "witness agrees", "witnesses agree")).")
        }
        if content { session.line("\(Counted.of(findings.contents, "content", "contents")) read.") }
        session.line("root \(report.root)")
        for problem in findings.problems { session.line("  \(problem)") }
    }

    private struct Form: Encodable {
        let events: Int64
        let transactions: Int64
        let root: String
        let eventsRead: Int64
        let checkpoints: Int
        let witnesses: Int
        let contents: Int
        let problems: [String]

        init(_ report: LogReport, _ findings: LedgerFindings) {
            events = report.events
            transactions = report.transactions
            root = report.root.hex
            eventsRead = report.eventsRead
            checkpoints = report.checkpoints
            witnesses = findings.witnesses
            contents = findings.contents
            problems = findings.problems
        }

        enum CodingKeys: String, CodingKey {
            case events, transactions, root
            case eventsRead = "events_read"
            case checkpoints, witnesses, contents, problems
        }
    }
}
