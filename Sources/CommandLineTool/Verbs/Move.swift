internal import ArgumentParser
internal import Mail
internal import MailLedger
internal import Projections

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move messages, with all their copies, to a folder.",
        examples: [
            CommandExample(
                "mailledger move 'from:paper subject:invoice' --to Receipts",
                "all invoices of one sender"),
            CommandExample("mailledger move 'in:INBOX date:..2024' --to Archive --dry-run", "how many that would be"),
            CommandExample(
                "mailledger move 'in:INBOX date:2024' --to Archive/2024 --create", "into a folder that is made for it"),
        ],
        discussion: """
            The folder has to be there, in the account of each message; --create makes it where it is missing.
            """)

    @OptionGroup var target: TargetOptions
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(
            ("Moved", "Would move"), as: "move", making: target.made, before: noteDiscarded
        ) { MoveMessagesRequest(filter: $0, folder: target.to) }
    }

    /// Says on standard error how many of the messages are in the trash or in spam, where a query that names no folder finds them, too.
    private func noteDiscarded(_ ledger: Ledger, _ messages: MessageQuery) throws {
        try ledger.read { reader in
            let filter = try reader.filter(messages)
            guard try !reader.namesFolders(filter) else { return }
            let discarded = try reader.folders().filter { folder in
                folder.total > 0 && [FolderRole.trash.rawValue, FolderRole.spam.rawValue].contains(folder.role)
            }
            let others = discarded.filter { $0.path != target.to && $0.role != target.to.lowercased() }
            for path in Set(others.map(\.path)).sorted() {
                let count = try reader.countMessages(matching: .and([filter, .folder(FolderReference(path))]))
                guard count > 0 else { continue }
                StandardError.line(
                    Sanitizer.line(
                        "note: \(Counted.of(count, "of these is", "of these are")) in \(path); 'not in:\(path)' leaves \(count == 1 ? "it" : "them") there"
                    ))
            }
        }
    }
}
