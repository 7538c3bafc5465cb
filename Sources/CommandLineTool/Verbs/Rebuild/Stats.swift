internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count accounts, messages and events, and their bytes.",
        examples: [
            CommandExample("mailledger stats", "messages, threads, events, and their sizes"),
            CommandExample("mailledger stats --at tx:12", "the same after the twelfth transaction"),
            CommandExample("mailledger stats --rates", "how it grew: events per day, mail per month, events by type"),
        ])

    @Flag(name: .long, help: "Show how the ledger grew; this reads the whole log.") var rates = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(at: moment)
        if rates { return try session.show(ledger.answer(Rates())) { write($0.rates, session) } }
        try session.show(ledger.answer(Statistics())) { statistics in
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

    // MARK: Rates

    /// The months of a sparkline, the latest.
    private static let sparkWidth = 60
    /// The columns of the longest bar.
    private static let barWidth = 30
    /// How many months people are shown, the latest.
    private static let shownMonths = 12

    private func write(_ rates: LedgerRates, _ session: Session) {
        var table = Table([.init(looks: [.dim]), .init(alignment: .right)])
        table.append(["events", ProgressLine.grouped(Int(rates.log.events))])
        table.append(["transactions", ProgressLine.grouped(Int(rates.log.transactions))])
        if let span = rates.log.span {
            table.append(["first recorded", session.times.full(span.lowerBound.microseconds)])
            table.append(["last recorded", session.times.full(span.upperBound.microseconds)])
        }
        if let rate = rates.eventsPerSecond { table.append(["events per second", Self.rounded(rate)]) }
        // Of a shorter time it would be a guess.
        let isOfDays = rates.log.span.map { $0.upperBound.microseconds - $0.lowerBound.microseconds >= 86_400_000_000 }
        if isOfDays == true, let rate = rates.eventsPerDay { table.append(["events per day", Self.rounded(rate)]) }
        if let day = rates.log.busiestDay {
            table.append([
                "busiest day",
                "\(day.key.iso8601.prefix { $0 != "T" }) (\(Counted.events(Int(day.events))))",
            ])
        }
        if let bytes = rates.bytesPerEvent { table.append(["log per event", Counted.bytes(bytes)]) }
        if let bytes = rates.bytesPerMessage { table.append(["content per message", Counted.bytes(bytes)]) }
        session.write(table)
        if session.output.isTerminal, !rates.months.isEmpty {
            let months = Counted.of(min(rates.months.count, Self.sparkWidth), "month", "months")
            session.output.line()
            session.line("Mail of the last \(months)", .bold)
            session.line(Bar.sparkline(rates.months.suffix(Self.sparkWidth).map(\.messages)), .cyan)
        }
        write("Mail by month", rates.months.suffix(Self.shownMonths).map { ($0.name, $0.messages) }, session)
        write("Events by type", rates.log.types.map { ($0.key, Int($0.events)) }, session)
    }

    private func write(_ heading: String, _ counts: [(name: String, count: Int)], _ session: Session) {
        guard let largest = counts.map(\.count).max() else { return }
        session.output.line()
        session.line(heading, .bold)
        // A program that reads the table has no use for a drawing.
        let draws = session.output.isTerminal
        var table = Table(
            [.init(looks: [.dim]), .init(alignment: .right)] + (draws ? [.init(isFlexible: true, looks: [.cyan])] : []))
        for (name, count) in counts {
            let bar = draws ? [Table.Cell(Bar.text(count, of: largest, width: Self.barWidth))] : []
            table.append([.init(name), .init(ProgressLine.grouped(count))] + bar)
        }
        session.write(table)
    }

    /// Two places behind the point, and more only where nothing else would be left.
    private static func rounded(_ rate: Double) -> String {
        guard rate >= 0.01 else { return rate > 0 ? "less than 0.01" : "0" }
        let hundredths = Int64(rate * 100)
        return "\(ProgressLine.grouped(Int(hundredths / 100))).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
