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
            CommandExample(
                "mailledger move 'in:INBOX date:2024' --to Archive/2024 --create", "into a folder that is made for it"),
        ],
        discussion: """
            The folder has to be there, in the account of each message; --create makes it where it is missing.
            """)

    @OptionGroup var target: TargetOptions
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Moved", "Would move"), as: "move", making: target.made) {
            MoveMessagesRequest(filter: $0, folder: target.to)
        }
    }
}
