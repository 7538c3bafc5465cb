internal import ArgumentParser
internal import MailLedger

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lead from a value back to the events that made it.",
        subcommands: [
            WhyUnread.self, WhyMessage.self, WhyThread.self, WhyFolder.self, WhyAccount.self, WhyMissing.self,
        ])
}

/// How much of what led to a value is told.
struct WhyValueOptions: ParsableArguments {
    @Flag(name: .long, help: "Tell each event that set it, not the last one only.") var all = false
}

/// How many messages are named.
struct WhyLimitOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Name at most so many messages.", valueName: "n")) var limit = 20

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit takes a number that is not negative") }
    }
}
