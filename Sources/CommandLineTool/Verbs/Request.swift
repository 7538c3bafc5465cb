internal import ArgumentParser
internal import JSONCoding
internal import MailLedger

struct Request: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer a request that a program wrote as JSON.",
        examples: [
            CommandExample(
                #"echo '{"query": "count-messages", "parameters": {"filter": "is:unread"}}' | mailledger request"#,
                "how many messages are unread")
        ],
        discussion: """
            A request is an object with "query" or "command", the name of one, and its "parameters". The answer is JSON in
            every format; a failure is told as every other, with --format json as JSON.
            """)

    @Argument(help: "A file with the request; standard input without it.", completion: .file())
    var file = "-"
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let call = try JSONBytesDecoder().decode(LedgerCall.self, from: MessageInput.bytes(of: file))
        let answer = try session.open().answer(call)
        try session.write(answer) {
            let json = try JSONBytesEncoder(JSONBytesEncoder.Options(pretty: true)).encode(answer)
            session.output.write(bytes: Sanitizer.json(json) + [0x0A])
        }
    }
}
