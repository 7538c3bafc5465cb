internal import ArgumentParsing
internal import Content
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
            code 6). With --views the index of words is compared with the mail, too, which takes as long as indexing
            all of it. --quick checks only the last N events and the tree above them, and not the indexes of the log.
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
        var findings = Findings()
        try findings.check(try session.witnesses(of: ledger).paths(), of: ledger)
        if content { try findings.readContent(of: ledger, progress) }
        // What an erasure has yet to build anew is no fault of anybody.
        let pending = try views ? ledger.erasure.pending() : []
        if views, pending.isEmpty, let difference = try ledger.maintenance.checkViews() {
            findings.problems.append("the views " + difference.text("are", "differ"))
        }
        if views, pending.isEmpty, let difference = try ledger.maintenance.checkSearch() {
            let text = Sanitizer.line(difference.text("is", "differs"))
            findings.problems.append("the search index \(text); 'mailledger rebuild' makes it again")
        }
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
        if !pending.isEmpty { throw Shortfall.interruptedErasure(pending) }
    }

    private func write(_ report: LogReport, _ findings: Findings, _ session: Session) {
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

    /// What was looked at beside the log, and what is wrong with it.
    private struct Findings {
        var problems: [String] = []
        var witnesses = 0
        var contents = 0
        /// Whether a content is damaged or missing.
        var lacksContent = false

        mutating func check(_ paths: [String], of ledger: Ledger) throws {
            for path in paths {
                do {
                    try ledger.proofs.check(witness: path)
                    witnesses += 1
                    // One that is not there is a finding: its disk may be away, or somebody took it.
                } catch let error where error.isRefusalOfSystem && ledger.files.exists(path) {
                    throw error
                } catch {
                    problems.append(Failure(error).message)
                }
            }
            do {
                try ledger.maintenance.checkKey()
            } catch let error where error.isRefusalOfSystem {
                throw error
            } catch {
                problems.append("\(error)")
            }
        }

        mutating func readContent(of ledger: Ledger, _ progress: Progress) throws {
            if ledger.content.isStandIn { problems.append("the content store is missing or damaged") }
            do {
                progress.begin("Verifying the content", total: try ledger.content.stats().count)
                try ledger.maintenance.verifyContent { finding in
                    if ContentProblem.isOfContent(finding) { contents += 1 }
                    progress.update(done: contents)
                    switch finding {
                    case .corrupt, .missing: lacksContent = true
                    case .sound, .leftover, .dictionary: break
                    }
                    if let problem = ContentProblem.describe(finding) { problems.append(problem) }
                    return true
                }
            } catch let error as ContentError where error.isDamage {
                problems.append(error.description)
            }
            let missing = try ledger.maintenance.missingContent()
            problems += missing.map { "content \($0) is missing, which the log names" }
            if !missing.isEmpty { lacksContent = true }
        }
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

        init(_ report: LogReport, _ findings: Findings) {
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

extension ViewsDifference {
    /// What differs, in one line after its subject.
    ///
    /// - Parameters:
    ///   - are: The verb before a file that cannot be used.
    ///   - differ: The verb before the table of a row.
    fileprivate func text(_ are: String, _ differ: String) -> String {
        isOfFile
            ? "\(are) \(live ?? "no file")"
            : "\(differ) in \(table): \(live ?? "no row") ≠ \(rebuilt ?? "no row")"
    }
}

extension Error {
    /// Whether the system refused something: that tells nothing about what was to be read.
    fileprivate var isRefusalOfSystem: Bool { Failure(self).exitCode == 74 }
}
