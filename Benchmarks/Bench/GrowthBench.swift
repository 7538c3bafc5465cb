/// The same work on mailboxes of several sizes: what is done on all mail is to grow as the mailbox does, what is done on a page or on one
/// message not at all.
struct GrowthBench {
    private let options: BenchOptions

    init(_ arguments: [String]) throws {
        var options = try BenchOptions(arguments)
        guard options.mail == nil else {
            throw BenchCommand.UsageError(description: "growth generates its mail, of --sizes; it takes no --mail")
        }
        options.usesPeers = false
        options.usesLoops = false
        options.only = ["import", "questions", "changes", "rebuild"]
        self.options = options
    }

    func run() throws {
        let start = Clock.now
        let columns = try options.sizes.map(measurements)
        let markdown = table(columns, seconds: Clock.now - start)
        print(markdown)
        if let document = options.document { try MarkedPage(path: document, part: "growth").replace(by: markdown) }
    }

    private func measurements(of size: Int) throws -> [Measurement] {
        var options = options
        options.messages = size
        options.work += "/\(size)"
        let bench = try Bench(options)
        try bench.measure()
        try BenchFiles.remove(options.work)
        return bench.measurements
    }

    private func table(_ columns: [[Measurement]], seconds: Double) -> String {
        let sizes = options.sizes.map { Figures.short(Double($0)) }
        var lines = [
            "Generated mail; \(options.rounds == 1 ? "one round" : "the median of \(options.rounds) rounds") in "
                + "\(Figures.short(seconds / 60)) minutes; "
                + "\(Machine.description).", "",
            "| work | " + sizes.map { "\($0) messages" }.joined(separator: " | ") + " | growth |",
            "|---|" + String(repeating: "---|", count: sizes.count + 1),
        ]
        for (index, row) in (columns.first ?? []).enumerated() {
            let values = columns.map { $0[index].ours.median }
            let cells = values.map { Figures.text($0, row.unit) }.joined(separator: " | ")
            lines.append("| \(row.work) | \(cells) | \(growth(of: row, values)) |")
        }
        return lines.joined(separator: "\n")
    }

    /// How many times as much the largest mailbox takes as the smallest: a message, where the work is on all of them.
    private func growth(of row: Measurement, _ values: [Double]) -> String {
        guard let first = values.first, let last = values.last, let small = options.sizes.first,
            let large = options.sizes.last
        else { return "–" }
        switch row.scope {
        case .one: return Figures.short(last / first)
        case .all: return Figures.short(last / first * Double(small) / Double(large)) + " a message"
        }
    }
}
