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
        try messages.run(("Deleted", "Would delete"), command: "delete") { ledger, filter, context, isDryRun in
            ledger.overridesHolds = hold.overrideHold
            if !isDryRun {
                try ledger.prepareSearch(for: filter)
                let count = try ledger.read { try $0.countMessages(matching: filter) }
                if count > 0 {
                    try Session(messages.ledger, messages.output).confirm(
                        "Delete \(Counted.messages(count))?", confirmation)
                }
            }
            return try ledger.delete(filter, context: context, dryRun: isDryRun)
        }
    }
}
