internal import ArgumentParser
internal import MailLedger

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move messages, with all their copies, to a folder.",
        examples: [
            CommandExample(
                "mailledger move 'from:paper subject:invoice' --to Receipts",
                "all invoices of one sender"),
            CommandExample("mailledger move 'in:INBOX date:..2024' --to Archive --dry-run", "how many that would be"),
        ],
        discussion: """
            The folder has to be there, in the account of each message.
            """)

    @Option(name: .long, help: ArgumentHelp("The folder.", valueName: "path"), completion: .names(.folder)) var to:
        String
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Moved", "Would move"), as: "move") { MoveMessagesRequest(filter: $0, folder: to) }
    }
}
