internal import ArgumentParser
internal import Content
internal import EventLog
internal import Hashing
internal import MailLedger

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Recompute every digest of the log and of the content, and say what does not hold.",
        examples: [
            CommandExample("mailledger verify", "the log and every stored message"),
            CommandExample("mailledger verify --log", "the log only, which is quicker"),
        ],
        discussion: """
            Checks positions, stream versions, payloads, headers, the Merkle tree and its root; then every stored message
            against its digest. The first bad position is named. Exit code 6 when something does not hold.
            """)

    @Flag(name: .long, help: "Check the log only, not the content.") var log = false
    @Flag(name: .long, help: "Compare the views with a fresh build, too.") var views = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(.readOnly)
        let head = Int(try ledger.store.head().position.rawValue)
        let progress = Progress("Verifying the log", unit: "events", total: head)
        defer { progress.clear() }
        let report = try ledger.verifyLog { position in
            progress.update(done: Int(position.rawValue))
            return true
        }
        var contents = 0
        var findings: [String] = []
        if !log {
            if ledger.content.isStandIn { findings.append("the content store is missing or damaged") }
            do {
                progress.begin("Verifying the content", total: try ledger.content.stats().count)
                try ledger.verifyContent { finding in
                    contents += 1
                    progress.update(done: contents)
                    if let problem = ContentProblem.describe(finding) { findings.append(problem) }
                    return true
                }
            } catch let error as ContentError where error.isDamage {
                findings.append(error.description)
            }
            findings += try ledger.missingContent().map { "content \($0) is missing, which the log names" }
        }
        if views, let difference = try ledger.checkViews() {
            findings.append(
                "the views differ in \(difference.table): \(difference.live ?? "no row") ≠ \(difference.rebuilt ?? "no row")"
            )
        }
        progress.clear()
        let form = Form(
            events: report.events, transactions: report.transactions, root: report.root.hex, contents: contents,
            problems: findings)
        try session.write(form) {
            session.line(
                "\(Counted.events(Int(report.events))) in \(ProgressLine.grouped(Int(report.transactions))) transactions hold."
            )
            if !log { session.line("\(Counted.of(contents, "content", "contents")) read.") }
            session.line("root \(report.root)")
            for finding in findings { session.line("  \(finding)") }
        }
        guard findings.isEmpty else {
            throw Shortfall.unverified("\(Counted.of(findings.count, "thing does", "things do")) not hold")
        }
    }

    private struct Form: Encodable {
        let events: Int64
        let transactions: Int64
        let root: String
        let contents: Int
        let problems: [String]
    }
}
