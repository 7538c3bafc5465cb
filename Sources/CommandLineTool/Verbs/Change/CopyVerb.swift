internal import ArgumentParsing
internal import MailLedger

struct CopyVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "File messages in one more folder; they stay where they are.",
        examples: [
            CommandExample(
                "mailledger copy 'from:paper subject:invoice' --to Archive", "in the archive, too"),
            CommandExample("mailledger copy 'in:INBOX is:flagged' --to Archive --dry-run", "how many it would file"),
        ],
        discussion: """
            The folder has to exist in the account of each message; --create makes it where it is missing. A message
            remains one message, in two folders: marking or deleting it affects both. There is one event for each
            message, and the next 'sync' writes a file into that folder of the Maildir. 'unfile' removes it from one
            folder.
            """)

    @OptionGroup var target: TargetOptions
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Filed", "Would file"), as: "copy", making: target.made) {
            FileMessagesRequest(filter: $0, folder: target.to)
        }
    }
}
