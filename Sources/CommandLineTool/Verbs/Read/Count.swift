internal import ArgumentParsing
internal import MailLedger

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
            Without a query all live messages are counted; 'count is:deleted' counts deleted ones. With --batch each
            line of standard input is a query, an empty line means all messages, and one number is written for each. A
            wrong query ends with exit code 2 before anything is counted. 'mailledger help queries' explains the
            language.
            """)

    @OptionGroup var query: QueryArguments
    @Option(name: .customLong("output"), help: "What to count: messages, their threads, or their copies.")
    var unit: RequestedUnit = .messages
    @Flag(name: .long, help: "Read queries from standard input, one per line.") var batch = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if batch && !query.isEmpty { throw ValidationError("--batch reads the queries from standard input") }
    }

    func run() throws {
        let session = Session(ledger, output)
        // A fault in the last line is told before the first is answered.
        let lines = try batch ? Self.lines().map { try query.messages(of: $0) } : []
        let typed = try query.read()
        let ledger = try session.open(at: moment)
        let queries = try batch ? lines : [typed.messages(in: ledger)]
        let answers = try ledger.read { reader in
            try queries.map { try CountMessages(filter: $0, output: unit).answer(from: reader) }
        }
        if batch {
            try session.show(answers) { answers in for answer in answers { session.line(String(answer.count)) } }
        } else if let answer = answers.first {
            try session.show(answer) { session.line(String($0.count)) }
        }
        session.noteIfBehind(ledger)
    }

    private static func lines() throws -> [String] {
        let bytes = try MessageInput.bytes(of: "-")
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    }
}

extension RequestedUnit: DomainWord {}
