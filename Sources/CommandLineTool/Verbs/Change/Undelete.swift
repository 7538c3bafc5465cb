internal import ArgumentParsing
internal import MailLedger

struct Undelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete",
        abstract: "Bring deleted messages back where they were: an undo for just these.",
        examples: [
            CommandExample("mailledger delete label:taxes --yes", "a mistake"),
            CommandExample(
                "mailledger undelete 3f2a 8419", "these two, as 'mailledger messages is:deleted' lists them"),
            CommandExample("mailledger undelete label:taxes", "all that a query finds"),
        ],
        discussion: """
            A query looks at deleted messages only, as they last were. A word that looks like an id is read as an id. A
            message that was deleted with its folder or account comes back only with that folder or account. The answer then names
            the operation to undo, and nothing changes (exit code 4). With --partial, messages that cannot come back are
            left out (exit code 5). Erased messages are gone for good.
            """)

    @Flag(name: .long, help: "Bring back the messages that have no obstacle, and leave out the rest.") var partial =
        false
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(
            ("Brought back", "Would bring back"), as: "undelete", reachesDeleted: true
        ) { UndeleteMessagesRequest(filter: $0, partially: partial) }
    }
}
