internal import ArgumentParsing
internal import Chat
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

extension ChatVerb {
    struct Post: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "post",
            abstract: "Write a message to a conversation; it waits in the outbox.",
            examples: [CommandExample("mailledger chat post rowers 'Cast off at six.'", "as the account's owner")],
            discussion: """
                Nothing is sent by this verb: a program reads 'mailledger outbox list', sends the message, and reports
                with 'outbox mark' and 'chat status'.
                """)

        @Argument(
            help: "The conversation's name at its source, or the first digits of its id.",
            completion: .names(.conversation))
        var name: String
        @Argument(help: "The text.") var text: String
        @Option(
            name: .long,
            help: ArgumentHelp("The writer's id at the source (default: the account's address).", valueName: "id"))
        var sender: String?
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let request = PostChatRequest(conversation: name, text: text, sender: sender)
            try session.show(ledger.perform(request, change.call("chat post")).answer) {
                session.line("Wrote \($0.row.id); it waits in the outbox.")
            }
        }
    }

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Record that chat messages were sent, delivered or read.",
            examples: [
                CommandExample(
                    "mailledger chat status --to delivered kind:chat", "all messages that are not that far yet")
            ],
            discussion: """
                The steps are \(DeliveryStatus.allCases.map(\.rawValue).joined(separator: ", ")). A message does not
                go back: if one of them is already further, none is changed (exit code 4). Mail that the query finds
                is skipped. 'undo' takes back a mistake.
                """)

        @Option(name: .long, help: ArgumentHelp("The new status.", valueName: "status"))
        var to: DeliveryStatus
        @OptionGroup var messages: MessageChange

        func run() throws {
            try messages.perform(("Recorded the new status of", "Would record the new status of"), as: "chat status") {
                AdvanceDeliveryRequest(filter: $0, status: to)
            }
        }
    }

    struct Read: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "read",
            abstract: "Record who has read chat messages.",
            examples: [
                CommandExample("mailledger chat read --by tomas@example.net kind:chat", "it shows in 'mailledger show'")
            ],
            discussion: """
                Readers are never removed, and are in the order in which they first read the message. If you have read
                it yourself, use 'mailledger mark --read'.
                """)

        @Option(name: .long, help: ArgumentHelp("Who, by an id at the source; may be repeated.", valueName: "id"))
        var by: [String] = []
        @OptionGroup var messages: MessageChange

        func validate() throws {
            if by.isEmpty { throw ValidationError("Say who has read them: --by ID") }
        }

        func run() throws {
            try messages.perform(("Recorded the readers of", "Would record the readers of"), as: "chat read") {
                NoteReadersRequest(filter: $0, readers: by)
            }
        }
    }
}

extension DeliveryStatus: DomainWord {}
