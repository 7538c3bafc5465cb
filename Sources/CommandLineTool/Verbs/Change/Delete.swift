internal import ArgumentParsing
internal import MailLedger
internal import Projections

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete messages; undo brings them back.",
        examples: [
            CommandExample("mailledger delete 'in:Spam date:..2026' --dry-run", "how many it would delete"),
            CommandExample("mailledger delete 'in:Spam date:..2026' --yes", "delete them without asking"),
        ])

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var hold: HoldOptions
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(("Deleted", "Would delete"), as: "delete", hold: hold, confirm: confirm) {
            DeleteMessagesRequest(filter: $0)
        }
    }

    private func confirm(_ session: Session, _ ledger: Ledger, _ messages: MessageQuery) throws {
        let count = try ledger.answer(CountMessages(filter: messages)).count
        guard count > 0 else { return }
        var name = Counted.messages(count)
        if count == 1, let row = try ledger.read({ try $0.messages(matching: $0.filter(messages)).first }) {
            name = "“\(Sanitizer.line(String((row.subject ?? "(no subject)").prefix(60))))”"
        }
        try session.confirm("Delete \(name)?", confirmation)
    }
}
