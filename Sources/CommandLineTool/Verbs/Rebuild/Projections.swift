internal import ArgumentParsing
internal import CivilTime
internal import Cryptography
internal import EventLog
internal import MailLedger

struct Projections: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projections",
        abstract:
            "Show the state of each read model: version, position, distance to the end of the log, rows, failure.",
        examples: [
            CommandExample("mailledger projections", "one line per read model"),
            CommandExample("mailledger projections --digest", "with a digest of the rows of each"),
            CommandExample("mailledger projections --digest --at 100", "the same at event 100"),
        ],
        discussion: """
            It changes nothing, and neither builds nor updates a read model. Two machines with the same log, the same
            versions and the same position have the same digests. If an event cannot be applied, it is named (exit
            code 6); 'mailledger doctor' says what to do.
            """)

    @Flag(name: .long, help: "Compute a digest of the rows of each.") var digest = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(.readOnly, at: moment)
        let rows = try ledger.maintenance.readModelHealth(withDigests: digest)
        try session.write(rows.map(ReadModelHealthForm.init)) {
            session.write(table(rows, session), showsHeader: true)
            if let failure = rows.lazy.compactMap(\.failure).first {
                session.line("")
                session.line(Sanitizer.line("\(failure)"))
            }
        }
        if let failure = rows.lazy.compactMap(\.failure).first {
            throw Shortfall.unverified(
                "event \(failure.position) stops the read models; 'mailledger doctor' says what to do")
        }
    }

    private func table(_ rows: [ReadModelHealth], _ session: Session) -> Table {
        var columns: [Table.Column] = [
            .init("NAME"), .init("VERSION", alignment: .right), .init("POSITION", alignment: .right),
            .init("BEHIND", alignment: .right), .init("ROWS", alignment: .right), .init("BUILT"),
        ]
        if digest { columns.append(.init("DIGEST")) }
        var table = Table(columns)
        for row in rows {
            var cells = [
                row.name, "\(row.version)", row.position.map { "\($0)" } ?? "not built", "\(row.behind)",
                row.rows.map(String.init) ?? "", row.builtAt.map { session.times.full($0.microseconds) } ?? "",
            ]
            if digest { cells.append(row.digest?.hex ?? "") }
            table.append(cells)
        }
        return table
    }
}
