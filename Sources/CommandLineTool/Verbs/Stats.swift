internal import ArgumentParser
internal import MailLedger

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count what is there, and the bytes that it takes.",
        examples: [
            CommandExample("mailledger stats", "messages, threads, events, and what they take")
        ])

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let statistics = try session.open().statistics()
        try session.write(StatisticsForm(statistics)) {
            var table = Table([.init(looks: [.dim]), .init(alignment: .right)])
            table.append(["events", ProgressLine.grouped(Int(statistics.events))])
            table.append(["messages", ProgressLine.grouped(statistics.messages)])
            table.append(["threads", ProgressLine.grouped(statistics.threads)])
            table.append(["folders", ProgressLine.grouped(statistics.folders)])
            table.append(["accounts", ProgressLine.grouped(statistics.accounts)])
            table.append(["log", Counted.bytes(statistics.bytes.log)])
            table.append(["content", Counted.bytes(statistics.bytes.content)])
            table.append(["views", Counted.bytes(statistics.bytes.views)])
            table.append(["search", Counted.bytes(statistics.bytes.search)])
            session.write(table)
            session.line("root \(statistics.root)")
        }
    }
}
