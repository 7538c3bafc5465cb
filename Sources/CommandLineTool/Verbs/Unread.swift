internal import ArgumentParser
internal import EventLog
internal import MailLedger
internal import Projections

struct Unread: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count unread messages by account and folder.",
        examples: [
            CommandExample("mailledger unread", "for you"),
            CommandExample("mailledger unread --format json", "for a status bar"),
        ],
        discussion: """
            A message counts once in its account, however many folders it is in; spam and trash count in their own
            folder only. Unread is what is neither read nor a draft.
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open()
        let form = try ledger.read { reader in
            let counts = Dictionary(uniqueKeysWithValues: try reader.counts().map { ($0.account, $0.unread) })
            let accounts = try reader.accounts().map { account in
                UnreadForm.Account(
                    account: account.address, total: counts[account.stream] ?? 0,
                    folders: try reader.folders(of: account.stream).map { .init(folder: $0.path, unread: $0.unread) })
            }
            return UnreadForm(total: accounts.reduce(0) { $0 + $1.total }, accounts: accounts)
        }
        try session.write(form) {
            var table = Table([.init(isFlexible: true), .init(alignment: .right)])
            for account in form.accounts {
                table.append([.init(account.account, .bold), .init(ProgressLine.grouped(account.total), .bold)])
                for folder in account.folders where folder.unread > 0 {
                    table.append(["  " + folder.folder, ProgressLine.grouped(folder.unread)])
                }
            }
            table.append([.init("total", .bold), .init(ProgressLine.grouped(form.total), .bold)])
            session.write(table)
        }
        session.noteIfBehind(ledger)
    }
}
