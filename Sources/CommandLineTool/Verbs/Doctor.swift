internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for what is wrong with a ledger, and say what to do about it.",
        examples: [
            CommandExample("mailledger doctor", "one line a check")
        ],
        discussion: """
            Looks at the files' modes, the views and the search index, and for rows that belong to nothing. It changes
            nothing. 'mailledger verify' checks the log and the content; 'mailledger rebuild --check' the views row by row.
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let findings = try session.open(.readOnly).examine()
        try session.write(findings.map(Form.init)) {
            for finding in findings {
                session.output.line(
                    session.style.paint(finding.isHealthy ? "ok  " : "bad ", finding.isHealthy ? .green : .red)
                        + Sanitizer.line(finding.subject + ": " + finding.detail))
            }
        }
        let bad = findings.count { !$0.isHealthy }
        if bad > 0 { throw Shortfall.unverified("\(Counted.of(bad, "finding", "findings"))") }
    }

    private struct Form: Encodable {
        let subject: String
        let isHealthy: Bool
        let detail: String

        init(_ finding: Finding) {
            subject = finding.subject
            isHealthy = finding.isHealthy
            detail = finding.detail
        }

        enum CodingKeys: String, CodingKey {
            case subject
            case isHealthy = "is_healthy"
            case detail
        }
    }
}
