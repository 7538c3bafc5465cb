internal import ArgumentParser
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct Unread: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count unread messages by account and folder.",
        examples: [
            CommandExample("mailledger unread", "for you"),
            CommandExample("mailledger unread --account mara@example.org --folder Work", "one folder and those below"),
            CommandExample("mailledger unread --format json", "for a status bar"),
            CommandExample("mailledger unread --at '2 days ago'", "how many there were two days ago"),
        ],
        discussion: """
            A message counts once in its account, however many folders it is in; spam and trash count in their own
            folder only. Unread is what is neither read nor a draft.
            """)

    @OptionGroup var scope: OneAccountOptions
    @Option(
        name: .long, help: ArgumentHelp("Only this folder and those below it.", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output, pages: true)
        let ledger = try session.open(at: moment)
        let form = try ledger.read(form)
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

    private func form(_ reader: LedgerReader) throws -> UnreadForm {
        // A folder that is in no account is an error, as an account is that is not there.
        if let folder, scope.account == nil, try reader.folders().allSatisfy({ $0.path != folder }) {
            do {
                _ = try reader.folder(folder)
            } catch DomainError.ambiguous {
                // Each account's own is meant.
            }
        }
        let counts = Dictionary(uniqueKeysWithValues: try reader.counts().map { ($0.account, $0.unread) })
        let wanted = try scope.account.map { [try reader.account($0)] } ?? reader.accounts()
        let accounts = try wanted.compactMap { account -> UnreadForm.Account? in
            let rows = try reader.folders(of: account.stream)
            guard let folder else {
                return UnreadForm.Account(
                    account: account.address, total: counts[account.stream] ?? 0,
                    folders: rows.map { .init(folder: $0.path, unread: $0.unread) })
            }
            guard let top = try Self.folder(folder, in: account, reader, isNeeded: scope.account != nil) else {
                return nil
            }
            // A message in several of these folders counts once.
            let filter = MessageFilter.and([
                .account(account.id.description), .folder(FolderReference(top.path)), .state(.unread),
            ])
            return UnreadForm.Account(
                account: account.address, total: try reader.countMessages(matching: filter),
                folders: rows.filter { $0.id == top.id || $0.path.hasPrefix(top.path + "/") }.map {
                    .init(folder: $0.path, unread: $0.unread)
                })
        }
        return UnreadForm(total: accounts.reduce(0) { $0 + $1.total }, accounts: accounts)
    }

    private static func folder(
        _ name: String, in account: AccountRow, _ reader: LedgerReader, isNeeded: Bool
    ) throws -> FolderRow? {
        do {
            return try reader.folder(name, in: account.stream)
        } catch DomainError.notFound where !isNeeded {
            return nil
        }
    }
}
