internal import ArgumentParser
internal import MailLedger

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what is there, and the bytes that it takes.",
        examples: [
            CommandExample("mailledger stats", "messages, threads, events, and what they take"),
            CommandExample("mailledger stats --at tx:12", "what there was after the twelfth transaction"),
        ])

    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let statistics = try session.open(at: moment).statistics()
        try session.write(StatisticsForm(statistics)) {
            var table = Table([.init(looks: [.dim]), .init(alignment: .right)])
            table.append(["events", ProgressLine.grouped(Int(statistics.events))])
            table.append(["messages", ProgressLine.grouped(statistics.messages)])
            table.append(["threads", ProgressLine.grouped(statistics.threads)])
            table.append(["folders", ProgressLine.grouped(statistics.folders)])
            table.append(["accounts", ProgressLine.grouped(statistics.accounts)])
            if let bytes = statistics.bytes {
                table.append(["log", Counted.bytes(bytes.log)])
                table.append(["content", Counted.bytes(bytes.content)])
                table.append(["views", Counted.bytes(bytes.views)])
                table.append(["search", Counted.bytes(bytes.search)])
            }
            session.write(table)
            session.line("root \(statistics.root)")
        }
    }
}
