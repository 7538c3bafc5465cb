internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what was done, one line an operation, the latest first.",
        examples: [
            CommandExample("mailledger log --limit 20", "the latest twenty operations"),
            CommandExample("mailledger log --format json", "all of them, for a program"),
        ])

    @OptionGroup var page: PageOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open()
        guard session.format == .text else {
            return try session.stream(OperationForm.init) { write in
                try ledger.forEachOperation(limit: page.limit, offset: page.offset, write)
            }
        }
        let rows = try ledger.operations(limit: page.limit, offset: page.offset)
        try session.write(rows.map(OperationForm.init)) {
            var table = Table([
                .init(looks: [.yellow]), .init(looks: [.dim]), .init(minimum: 8, isFlexible: true),
                .init(minimum: 15, isFlexible: true, looks: [.bold]), .init(alignment: .right),
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
