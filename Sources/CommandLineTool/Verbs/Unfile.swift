internal import ArgumentParser
internal import MailLedger

struct Unfile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfile",
        abstract: "Take messages off a folder; they stay in their others.",
        examples: [
            CommandExample(
                "mailledger unfile 'in:INBOX in:Receipts' --from INBOX", "in the receipts alone from here on")
        ],
        discussion: """
            A message that is in no other folder is refused, and nothing changes: 'move' takes it to another one, and 'delete' ends it.
            """)

    @Option(name: .long, help: ArgumentHelp("The folder.", valueName: "path"), completion: .names(.folder)) var from:
        String
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Took", "Would take"), as: "unfile", rest: " off \(from)") {
            UnfileMessagesRequest(filter: $0, folder: from)
        }
    }
}
