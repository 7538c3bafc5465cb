internal import ArgumentParser
internal import Mail
internal import MailLedger
internal import Projections

struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count the messages that a query finds.",
        examples: [
            CommandExample("mailledger count is:unread", "unread messages"),
            CommandExample("mailledger count --output threads 'from:peter date:2025..'", "threads, not messages"),
            CommandExample(
                "printf 'is:unread\\nlabel:work\\n' | mailledger count --batch", "a number for each line of a pipe"),
        ],
        discussion: """
            Without a query all messages are counted. With --batch each line of standard input is a query, and an empty
            line means all. 'mailledger help messages' explains the language.
            """)

    /// What is counted.
    enum Unit: String, CaseIterable, ExpressibleByArgument, Sendable {
        case messages
        case threads
        case files
    }

    @OptionGroup var query: QueryArguments
    @Option(name: .customLong("output"), help: "What to count: messages, their threads, or their copies.")
    var unit: Unit = .messages
    @Flag(name: .long, help: "Read queries from standard input, one a line.") var batch = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if batch && !query.isEmpty { throw ValidationError("--batch reads the queries from standard input") }
    }

    func run() throws {
        let session = Session(ledger, output)
        // A fault in the last line is told before the first is answered.
        let lines = try batch ? Self.lines().map { ($0, try query.filter(of: $0)) } : []
        let typed = try query.read()
        let ledger = try session.open(at: moment)
        let queries = try batch ? lines : [(query.text, typed.filter(in: ledger))]
        for (_, filter) in queries { try ledger.prepareSearch(for: filter) }
        let forms = try ledger.read { reader in
            try queries.map { CountForm(query: $0, output: unit.rawValue, count: try count($1, reader)) }
        }
        if batch {
            try session.write(forms) { for form in forms { session.line(String(form.count)) } }
        } else if let form = forms.first {
            try session.write(form) { session.line(String(form.count)) }
        }
        session.noteIfBehind(ledger)
    }

    private func count(_ filter: MessageFilter, _ reader: LedgerReader) throws -> Int {
        switch unit {
        case .messages: try reader.countMessages(matching: filter)
        case .threads: try reader.countThreads(matching: filter)
        case .files: try reader.countCopies(matching: filter)
        }
    }

    private static func lines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }
}
