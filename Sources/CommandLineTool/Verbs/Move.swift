internal import ArgumentParser
internal import MailLedger

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move messages, with all their copies, to a folder.",
        discussion: """
            EXAMPLES
              mailledger move subject:razor --to Archive
              mailledger move 'in:INBOX date:..2023' --to Archive/2023 --dry-run

            The folder has to be there, in the account of each message.
            """)

    @Option(name: .long, help: ArgumentHelp("The folder.", valueName: "path")) var to: String
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.run(("Moved", "Would move"), command: "move") { ledger, filter, context, isDryRun in
            try ledger.move(filter, to: to, context: context, dryRun: isDryRun)
        }
    }
}
