internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what was done, one line an operation, the latest first.",
        discussion: """
            EXAMPLES
              mailledger log --limit 20
              mailledger log --format json
            """)

    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let limit = page.limit.map { min($0, .max - page.offset) + page.offset }
        let rows = Array(try session.open().operations(limit: limit).dropFirst(page.offset))
        try session.write(rows.map(OperationForm.init)) {
            var table = Table([
                .init(looks: [.yellow]), .init(looks: [.dim]), .init(), .init(looks: [.bold]), .init(alignment: .right),
                .init(isFlexible: true),
            ])
            for row in rows {
                table.append([
                    String(row.operation.description.prefix(8)), session.times.minute(row.time.microseconds),
                    row.actor ?? "(erased)", row.command ?? "(erased)", Counted.events(row.events), row.reason ?? "",
                ])
            }
            session.write(table)
        }
    }
}
