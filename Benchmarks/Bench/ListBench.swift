internal import EventLog
internal import MailLedger

/// What is measured of lists, and where.
struct ListOptions {
    var small = 10_000
    var large = 100_000
    var rounds = 5
    var work = absolutePath(".build/lists")
    var document: String?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw BenchCommand.UsageError(description: "\(name) wants a value\n\(BenchCommand.usage)")
            }
            switch name {
            case "--small": small = try BenchOptions.number(value, name)
            case "--large": large = try BenchOptions.number(value, name)
            case "--rounds": rounds = try BenchOptions.number(value, name)
            case "--work": work = absolutePath(value)
            case "--document": document = absolutePath(value)
            default: throw BenchCommand.UsageError(description: "there is no option \(name)\n\(BenchCommand.usage)")
            }
        }
    }
}

/// The same questions to a small mailbox and to a large one, in turn: what a page costs must not grow with the mailbox.
struct ListBench {
    private let options: ListOptions
    private let mailboxes: [ListMailbox]

    /// How often a question is asked in one round; the least time of them counts, since what else runs only adds to it.
    private static let repetitions = 20

    init(_ options: ListOptions) throws {
        self.options = options
        try BenchFiles.remove(options.work)
        try BenchFiles.makeFolder(options.work)
        mailboxes = try [options.small, options.large].map { count in
            StandardStream.error.line("Making a mailbox of \(count) messages …")
            return try ListMailbox(of: count, at: "\(options.work)/\(count)")
        }
    }

    func run() throws {
        var rows: [Row] = []
        for list in ListMailbox.lists {
            var seconds = [Double](repeating: .infinity, count: mailboxes.count)
            for _ in 0..<options.rounds {
                for (index, mailbox) in mailboxes.enumerated() {
                    for _ in 0..<Self.repetitions {
                        seconds[index] = min(seconds[index], try Clock.time { try list.ask(mailbox) })
                    }
                }
            }
            let row = Row(name: list.name, small: seconds[0], large: seconds[1])
            rows.append(row)
            StandardStream.error.line(
                "  \(row.name): \(Figures.text(row.small, .seconds)), \(Figures.text(row.large, .seconds))")
        }
        let markdown = table(rows)
        print(markdown)
        if let document = options.document { try MarkedPage(path: document, part: "lists").replace(by: markdown) }
        for row in rows where row.grows { StandardStream.error.line("grows: \(row.name)") }
    }

    private struct Row {
        let name: String
        let small: Double
        let large: Double

        var ratio: Double { large / small }
        /// By more than what deeper trees and colder caches account for.
        var grows: Bool { ratio > 2 && large - small > 0.000_5 }
    }

    private func table(_ rows: [Row]) -> String {
        let counts = mailboxes.map { Figures.short(Double($0.count)) }
        var lines = [
            "Generated mail in two accounts; the least of \(options.rounds * Self.repetitions) times, within one process; "
                + "\(Machine.description).", "",
            "| a page of | \(counts[0]) messages | \(counts[1]) messages | ratio |", "|---|---|---|---|",
        ]
        lines += rows.map { row in
            let ratio = Figures.short(row.ratio)
            return "| \(row.name) | \(Figures.text(row.small, .seconds)) | \(Figures.text(row.large, .seconds)) "
                + "| \(row.grows ? "**\(ratio)**" : ratio) |"
        }
        return lines.joined(separator: "\n")
    }
}
