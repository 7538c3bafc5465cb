internal import ArgumentParser
internal import MailLedger

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete messages; undo brings them back.",
        examples: [
            CommandExample("mailledger delete 'in:Spam date:..2026' --dry-run", "how many that would be"),
            CommandExample("mailledger delete 'in:Spam date:..2026' --yes", "delete them, and do not ask"),
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
        if count > 0 { try session.confirm("Delete \(Counted.messages(count))?", confirmation) }
    }
}
