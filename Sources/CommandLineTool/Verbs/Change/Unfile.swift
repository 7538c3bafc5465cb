internal import ArgumentParsing
internal import MailLedger

struct Unfile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfile",
        abstract: "Remove messages from a folder; they stay in their other folders.",
        examples: [
            CommandExample(
                "mailledger unfile 'in:INBOX in:Receipts' --from INBOX", "now only in Receipts")
        ],
        discussion: """
            If a message is in no other folder, nothing changes (exit code 4): 'move' moves it, 'delete' deletes it.
            The next 'import' of the same files does not bring it back, and the next 'sync' marks its file with T.
            """)

    @Option(name: .long, help: ArgumentHelp("The folder.", valueName: "path"), completion: .names(.folder)) var from:
        String
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Removed", "Would remove"), as: "unfile", rest: " from \(from)") {
            UnfileMessagesRequest(filter: $0, folder: from)
        }
    }
}
