internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Unread: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread",
        abstract: "Count unread messages by account and folder.",
        examples: [
            CommandExample("mailledger unread", "all accounts, as a table"),
            CommandExample("mailledger unread --account mara@example.org --folder Work", "one folder and those below"),
            CommandExample("mailledger unread --format json", "for a status bar"),
            CommandExample("mailledger unread --at '2 days ago'", "how many there were two days ago"),
        ],
        discussion: """
            A message counts once in its account, however many folders it is in; spam and trash count in their own
            folder only. Drafts never count as unread.
            """)

    @OptionGroup var scope: OneAccountOptions
    @Option(
        name: .long, help: ArgumentHelp("Only this folder and the folders below it.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(at: moment)
        let form = try ledger.answer(CountUnread(account: scope.account, folder: folder))
        if session.format == .csv { return try session.write(form.accounts.flatMap(Row.rows)) {} }
        try session.show(form) { form in
            var table = Table([.init(isFlexible: true), .init(alignment: .right)])
            for account in form.accounts {
                table.append([.init(account.account, .bold), .init(ProgressLine.grouped(account.total), .bold)])
                for folder in account.folders where folder.unread > 0 {
                    table.append(["  " + folder.folder, ProgressLine.grouped(folder.unread)])
                }
            }
            table.append([.init("total", .bold), .init(ProgressLine.grouped(form.total), .bold)])
            session.write(table)
            if let rest = Self.uncounted(form) { session.line(rest, .dim) }
        }
        session.noteIfBehind(ledger)
    }

    /// A row of comma-separated values, which have no place for lists in lists.
    private struct Row: Encodable {
        let account: String
        let folder: String
        let unread: Int

        static func rows(of account: UnreadForm.Account) -> [Row] {
            account.folders.map { Row(account: account.account, folder: $0.folder, unread: $0.unread) }
        }
    }

    /// What the folders have and the totals do not, as in "130 in Spam and 58 further copies are not counted."
    private static func uncounted(_ form: UnreadForm) -> String? {
        var apart: [(path: String, count: Int)] = []
        for folder in form.accounts.flatMap(\.told.apart) {
            if let index = apart.firstIndex(where: { $0.path == folder.folder }) {
                apart[index].count += folder.unread
            } else {
                apart.append((folder.folder, folder.unread))
            }
        }
        let copies = form.accounts.reduce(0) { $0 + $1.told.copies }
        let parts =
            apart.map { "\(ProgressLine.grouped($0.count)) in \($0.path)" }
            + (copies > 0 ? [Counted.of(copies, "further copy", "further copies")] : [])
        guard let last = parts.last else { return nil }
        let isOne = apart.reduce(copies) { $0 + $1.count } == 1
        let all = parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + last : last
        return "\(all) \(isOne ? "is" : "are") not counted."
    }
}
