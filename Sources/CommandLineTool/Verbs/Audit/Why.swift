internal import ArgumentParsing
internal import MailLedger

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show which events gave a value.",
        subcommands: [
            WhyUnread.self, WhyMessage.self, WhyThread.self, WhyFolder.self, WhyAccount.self, WhyMissing.self,
            WhyNote.self, WhyAction.self,
        ])
}

/// Of which moment and ledger a verb of `why` answers, and how.
struct WhyOptions: ParsableArguments {
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func open() throws -> (Session, Ledger) {
        let session = Session(ledger, output, pages: true)
        return (session, try session.open(at: moment))
    }
}

/// How many messages are named.
struct WhyLimitOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Name at most N messages.", valueName: "n")) var limit = 20

    func validate() throws {
        try require("--limit", isCount: limit)
    }
}
