internal import ArgumentParser
internal import EventLog
internal import MailLedger

struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a ledger in a new folder.",
        examples: [
            CommandExample("mailledger init --ledger ~/mail/ledger", "in a folder that you name"),
            CommandExample(
                "export MAILLEDGER=~/mail/ledger; mailledger init",
                "the same; the verbs that follow find it by themselves"),
        ],
        discussion: """
            The folder is readable by its owner only. It must be new or empty, and on a local disk.
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let location = try Session.location(ledger)
        let created = try Ledger.create(at: location, environment: Surroundings.current.environment())
        let form = InitForm(
            id: created.store.identity.id.description, path: location.directory, format: created.store.identity.format)
        try session.write(form) {
            session.line("Made a ledger in \(location.directory).")
            session.line("Next: mailledger account add you@example.org")
        }
    }

    private struct InitForm: Encodable {
        let id: String
        let path: String
        let format: Int
    }
}
