internal import ArgumentParser
internal import MailLedger

struct Undelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete",
        abstract: "Bring deleted messages back where they were: an undo for just these.",
        examples: [
            CommandExample(
                "mailledger undelete 3f2a 8419", "these two, as 'mailledger messages is:deleted' lists them"),
            CommandExample("mailledger undelete 'subject:invoice changed-by:cleanup-script'", "what a query finds"),
        ],
        discussion: """
            Only deleted messages are taken, as they last were. One that ended with its folder or its account comes back with
            that: the message says which operation to undo. What was erased is gone for good.
            """)

    @Flag(name: .long, help: "Bring back what can be, and leave out what something is in the way of.") var partial =
        false
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(
            ("Brought back", "Would bring back"), as: "undelete", reachesDeleted: true
        ) { UndeleteMessagesRequest(filter: $0, partially: partial) }
    }
}
