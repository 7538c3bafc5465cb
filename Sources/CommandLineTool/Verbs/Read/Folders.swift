internal import ArgumentParsing
internal import MailLedger
internal import Projections

struct Folders: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folders",
        abstract: "List folders with their numbers of messages.",
        examples: [
            CommandExample("mailledger folders", "all accounts"),
            CommandExample("mailledger folders --account mara@example.org --format json", "one account, for a program"),
        ],
        discussion: """
            A folder's counts do not include the folders below it. A folder is left out if it is hidden, or if it is
            shown only when unread and has nothing unread.
            """)

    @OptionGroup var scope: OneAccountOptions
    @Flag(name: .long, help: "List hidden folders too.") var all = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No folders.")
        let ledger = try session.open(at: moment)
        let folders = try ledger.answer(ListFolders(account: scope.account))
        let forms = folders.filter { all || $0.row.isListed }
        try session.show(forms) { forms in
            var table = Table([
                .init("ACCOUNT", minimum: 12, maximum: 32, isFlexible: true, looks: [.dim]),
                .init("FOLDER", minimum: 12, isFlexible: true),
                .init("UNREAD", alignment: .right), .init("TOTAL", alignment: .right),
            ])
            for row in forms.map(\.row) {
                let indent = String(repeating: "  ", count: row.path.split(separator: "/").count - 1)
                table.append([
                    .init(row.accountAddress),
                    row.unread > 0 ? .init(indent + row.name, .bold) : .init(indent + row.name),
                    .init(ProgressLine.grouped(row.unread)), .init(ProgressLine.grouped(row.total)),
                ])
            }
            session.write(table, showsHeader: true)
            if let sum = try sum(of: folders.map(\.row), ledger) { session.line(sum, .dim) }
        }
        session.noteIfBehind(ledger)
    }

    /// Says why the counts do not add up to the number of messages; nil if they do.
    private func sum(of folders: [FolderRow], _ ledger: Ledger) throws -> String? {
        let messages = try ledger.read { reader in
            try reader.countMessages(
                matching: scope.account.map { .account(try reader.account($0).address) } ?? .all)
        }
        let places = folders.map(\.total).reduce(0, +)
        let hidden = all ? 0 : folders.filter { !$0.isListed }.map(\.total).reduce(0, +)
        guard places > messages || hidden > 0 else { return nil }
        var parts = [Counted.messages(messages)]
        if places > messages {
            parts.append("\(Counted.of(places - messages, "further copy", "further copies")) in other folders")
        }
        let counted = hidden > 0 ? "; \(ProgressLine.grouped(hidden)) in hidden folders, which --all shows" : ""
        return parts.joined(separator: " and ") + counted
    }
}
