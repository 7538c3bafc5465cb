internal import ArgumentParsing
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
            CommandExample("mailledger move 'in:INBOX date:..2024' --to Archive --dry-run", "how many it would move"),
            CommandExample(
                "mailledger move 'in:INBOX date:2024' --to Archive/2024 --create", "into a folder that --create makes"),
        ],
        discussion: """
            The folder has to exist in the account of each message; --create makes it where it is missing.
            """)

    @OptionGroup var target: TargetOptions
    @OptionGroup var messages: MessageChange

    func run() throws {
        try messages.perform(
            ("Moved", "Would move"), as: "move", making: target.made, before: noteDiscarded
        ) { MoveMessagesRequest(filter: $0, folder: target.to) }
    }

    /// Says on standard error how many of the messages are in the trash or in spam, where a query that names no folder
    /// finds them, too.
    private func noteDiscarded(_ ledger: Ledger, _ messages: MessageQuery) throws {
        try ledger.read { reader in
            let filter = try reader.filter(messages)
            guard !filter.namesOneByOne, try !reader.namesFolders(filter) else { return }
            let folders = try reader.folders()
            for role in [FolderRole.trash, .spam].map(\.rawValue) {
                let own = folders.filter { $0.role == role }
                guard own.contains(where: { $0.total > 0 }), target.to.lowercased() != role,
                    !own.contains(where: { $0.path == target.to })
                else { continue }
                let count = try reader.countMessages(matching: .and([filter, .folder(FolderReference(role))]))
                guard count > 0 else { continue }
                let (are, them) = (Counted.of(count, "of these is", "of these are"), count == 1 ? "it" : "them")
                StandardError.line("note: \(are) in \(role); 'not in:\(role)' leaves \(them) there")
            }
        }
    }
}

extension MessageFilter {
    /// Whether it names messages by their ids and nothing else.
    fileprivate var namesOneByOne: Bool {
        switch self {
        case .id: true
        case .or(let parts): parts.allSatisfy(\.namesOneByOne)
        default: false
        }
    }
}
