internal import ArgumentParsing
internal import Chat
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

extension ChatVerb {
    struct View: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a conversation: its members and messages.",
            examples: [CommandExample("mailledger chat show rowers", "by its name at its source")],
            discussion: """
                'mailledger show NAME' shows its thread: mail that answers one of its messages is there, too, and is
                no message of the conversation. JSON has the conversation only; 'mailledger show --thread' has its
                messages.
                """)

        @Argument(
            help: "The conversation's name at its source, or the first digits of its id.",
            completion: .names(.conversation))
        var name: String
        @OptionGroup var folding: FoldingOptions
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output, pages: true)
            let ledger = try session.open(at: moment)
            try session.show(ledger.answer(ShowConversation(conversation: name))) { form in
                let row = form.row
                let facts = row.facts
                session.line("Conversation \(row.name) of \(row.account)", .dim)
                if !facts.participants.isEmpty {
                    session.line("With \(facts.participants.joined(separator: ", "))", .dim)
                }
                guard let last = row.last else {
                    session.line(facts.displayName ?? row.name, .bold)
                    return session.line("(no message yet)")
                }
                try ledger.read { reader in
                    let conversation = try reader.conversation(with: last.id.description, ofChat: row.name)
                    try ConversationText(session, folding).write(conversation, withTexts: true, from: reader)
                }
            }
            session.noteIfBehind(ledger)
        }
    }
}
