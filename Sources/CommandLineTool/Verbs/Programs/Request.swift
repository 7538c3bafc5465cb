internal import ArgumentParsing
internal import JSONCoding
internal import MailLedger

struct Request: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Answer a request that a program wrote as JSON.",
        examples: [
            CommandExample(#"mailledger request '{"query": "statistics"}'"#, "what the ledger holds"),
            CommandExample(
                #"printf '{"query": "list-holds"}' | mailledger request --format jsonl"#, "one that a program wrote"),
        ],
        discussion: """
            A request is an object with "query" or "command", the name of one, and its "parameters"; Docs/Requests.md
            lists them. The answer is JSON in every format, and so is an error of the request, on standard error. If a
            request cannot be read, the exit code is 2. If it is refused, the exit code is that of the matching verb.
            """)

    @Argument(help: "The request; without it, standard input is read.") var request: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let request = try json()
        let ledger = try session.open()
        do {
            let layout = JSONBytesEncoder.Options.answer(pretty: session.format != .jsonl, version: session.version)
            let answer = try ledger.answer(json: request, AnswerLayout(layout)).json
            session.output.write(bytes: answer + [0x0A])
        } catch {
            throw RequestFailure(cause: error)
        }
        try session.output.finish()
    }

    private func json() throws -> [UInt8] {
        try request.map { Array($0.utf8) } ?? MessageInput.bytes(of: "-")
    }
}
