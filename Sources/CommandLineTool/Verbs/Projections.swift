internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Projections: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the read models, their versions, and how far behind the log they are.",
        examples: [
            CommandExample("mailledger projections", "name, version, position, how far behind")
        ])

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let rows = try session.open().projections()
        try session.write(rows.map(Form.init)) {
            var table = Table([
                .init("NAME"), .init("VERSION", alignment: .right), .init("POSITION", alignment: .right),
                .init("BEHIND", alignment: .right),
            ])
            for row in rows { table.append([row.name, "\(row.version)", "\(row.position)", "\(row.behind)"]) }
            session.write(table, showsHeader: true)
        }
    }

    private struct Form: Encodable {
        let name: String
        let version: Int
        let position: Int64
        let behind: Int64

        init(_ row: ProjectionStatus) {
            name = row.name
            version = row.version
            position = row.position.rawValue
            behind = row.behind
        }
    }
}
