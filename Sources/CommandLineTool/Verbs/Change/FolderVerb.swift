internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct FolderVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder", abstract: "Add, show, change, order or delete folders.",
        subcommands: [
            Add.self, ShowOne.self, Change.self, Reorder.self, Rename.self, MoveTo.self, Remove.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a folder.",
            examples: [
                CommandExample(
                    "mailledger folder add Archive/2024 --account mara@example.org", "a folder below Archive"),
                CommandExample(
                    "mailledger folder add Taxes --kind label --folder-color '#1e90ff' --account mara@example.org",
                    "a label"),
            ],
            discussion: """
                Mail programs and providers use certain names for folders with a purpose (Papierkorb, Sent Items,
                [Gmail]/Spam, INBOX/Drafts, ...). A folder with such a name gets the role, unless another folder has it.
                An empty folder that 'account add' made loses it. --role asks for a role, which is taken from the folder
                that has it; --role none asks for none.

                At the top of an account, inbox in upper or lower case is the INBOX; below another folder it is a plain
                name (RFC 9051, 5.1). The external id of one of Gmail's own labels (TRASH) also gives a role.

                --keep-newest and --keep-for apply to the folder and to folders below it without a rule of their own;
                see 'prune'.
                """)

        @Argument(
            help: "The path; the folders above the last name have to be there. The account's address may be before it.",
            completion: .names(.folder))
        var path: String
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The account (default: import.account, else the only one).", valueName: "address"),
            completion: .names(.account))
        var account: String?
        @Option(name: .long, help: ArgumentHelp("What it is.", valueName: "kind")) var kind: FolderKind = .folder
        @OptionGroup var settings: FolderOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let named = try ledger.read { try $0.accountNamed(before: self.path) }
            if let named, let account = self.account,
                try ledger.read({ try $0.account(account) }).id != named.account.id
            {
                throw ValidationError("the path names another account than --account")
            }
            let path = try FolderPath(typed: named?.path ?? self.path)
            let account = try named?.account.address ?? session.account(self.account, in: ledger)
            let request = AddFolderRequest(
                account: account, path: path.formatted, kind: kind, settings: try settings.command())
            let holders = try ledger.read { try $0.roleHolders(of: account) }
            try session.show(ledger.perform(request, change.call("folder add", dryRun)).answer) { answer in
                guard case .done(let folder) = answer else {
                    return session.line("Would add \(path) to \(account).")
                }
                session.line("Added \(folder.row.path) to \(folder.row.accountAddress).")
                guard let role = folder.row.settings.role else { return }
                let giver = holders[role].map { "; \($0) no longer has this role." } ?? "."
                session.line("It is the account's \(role.rawValue)\(giver)")
            }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a folder's settings and counts.",
            examples: [
                CommandExample("mailledger folder show Work/Projects", "settings and counts")
            ])

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @OptionGroup var place: FolderAccountOptions
        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let request = ShowFolder(folder: path, account: place.account)
            try session.show(session.open(at: moment).answer(request)) { folder in
                var table = Table([.init(looks: [.dim]), .init()])
                for (name, value) in values(of: folder.row, session) {
                    guard let value else { continue }
                    table.append([.init(name), .init(value)])
                }
                session.write(table)
            }
        }

        private func values(of row: FolderRow, _ session: Session) -> [(name: String, value: String?)] {
            [
                ("id", row.id.description), ("account", row.accountAddress), ("path", row.path), ("kind", row.kind),
                ("role", row.role), ("messages", "\(ProgressLine.grouped(row.total)), \(row.unread) unread"),
            ] + row.settings.words.filter { row.kind == "label" || $0.name != "on messages" } + [
                ("uid validity", row.cursor.uidValidity.map { String($0) }),
                ("highest mod seq", row.cursor.highestModSeq?.description),
                ("idle", row.cursor.supportsIdle.map { $0 ? "yes" : "no" }),
                ("created", session.times.full(row.createdAt.microseconds)),
            ]
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a folder another name.",
            examples: [
                CommandExample("mailledger folder rename Work/Projects Ideas", "it becomes Work/Ideas")
            ],
            discussion: """
                The six folders that an account starts with keep their names and places.
                """)

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var which: FolderChange

        func run() throws {
            try which.perform(
                RenameFolderRequest(folder: path, account: which.place.account, newName: name), as: "folder rename",
                done: "Renamed \(path) to \(name).", planned: "Would rename \(path) to \(name).")
        }
    }

    struct MoveTo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a folder under another one, or to the top.",
            examples: [
                CommandExample("mailledger folder move Receipts --to Archive", "under another folder"),
                CommandExample("mailledger folder move Work/Projects", "to the top"),
            ])

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @Option(
            name: .long, help: ArgumentHelp("The new parent (default: the top).", valueName: "path"),
            completion: .names(.folder)) var to: String?
        @OptionGroup var which: FolderChange

        func run() throws {
            let place = to ?? "the top"
            try which.perform(
                MoveFolderRequest(folder: path, account: which.place.account, parent: to), as: "folder move",
                done: "Moved \(path) to \(place).", planned: "Would move \(path) to \(place).")
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the display, role and settings of a folder, shown as old → new.",
            examples: [
                CommandExample("mailledger folder set Work --icon briefcase --folder-color '#1e90ff'", "how it looks"),
                CommandExample(
                    "mailledger folder set Work --visibility show-if-unread", "listed while it has unread mail"),
                CommandExample(
                    "mailledger folder set Archive --role none --account mara@example.org",
                    "it is no longer the archive"),
                CommandExample(
                    "mailledger folder set Receipts --role archive --account mara@example.org",
                    "it becomes the archive, instead of the former one"),
                CommandExample("mailledger folder set Receipts --keep-for 10y", "for how long it keeps mail"),
            ],
            discussion: """
                An account has one folder for each role. --role takes the role from the folder that has it, in the
                same transaction, and says from which; 'undo' gives it back. INBOX keeps its role, and a folder with
                one of the six roles that an account starts with cannot be renamed, moved or deleted. 'none' removes a
                role. An empty value removes an icon, a colour or an external id. --keep-newest and --keep-for apply
                to the folder and those below it, and override the account's rule; 'none' removes them, and --keep-for
                forever keeps all. A new --uid-validity makes the known MODSEQ invalid. Values that are already set
                are not recorded.
                """)

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @OptionGroup var place: FolderAccountOptions
        @OptionGroup var settings: FolderOptions
        @Option(name: .long, help: ArgumentHelp("The server's UIDVALIDITY for its messages.", valueName: "n"))
        var uidValidity: UInt32?
        @Option(name: .long, help: ArgumentHelp("The server's highest known MODSEQ.", valueName: "n"))
        var highestModSeq: UInt64?
        @Option(name: .long, help: ArgumentHelp("Whether the server announces changes.", valueName: "yes|no"))
        var supportsIdle: YesOrNo?
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard try !settings.command().isEmpty || !cursor.isEmpty else {
                throw ValidationError(
                    "Say what to change, as in --icon, --folder-color, --order, --visibility, --role or --keep-for")
            }
        }

        private var cursor: ChangeFolderCursor {
            ChangeFolderCursor(
                uidValidity: uidValidity, highestModSeq: highestModSeq.map { ModificationSequence($0) },
                supportsIdle: supportsIdle.map { $0 == .yes })
        }

        func run() throws {
            let request = ChangeFolderRequest(
                folder: path, account: place.account, changes: try settings.command(), cursor: cursor)
            try change.perform(path, as: "folder set", request)
        }
    }

    struct Reorder: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reorder",
            abstract: "Set the order of folders that have the same parent.",
            examples: [
                CommandExample(
                    "mailledger folder reorder INBOX Work Sent --account mara@example.org", "these first, in this order"
                )
            ],
            discussion: """
                The named folders come first, in this order; the other folders at their level follow in their former
                order. Either everything is done or nothing.
                """)

        @Argument(help: "The folders' paths, the first one first.", completion: .names(.folder)) var paths: [String]
        @OptionGroup var which: FolderChange

        func run() throws {
            let list = paths.joined(separator: ", ")
            try which.perform(
                OrderFoldersRequest(folders: paths, account: which.place.account), as: "folder reorder",
                of: paths.count, done: "Moved to the top: \(list).", planned: "Would move to the top: \(list).")
        }
    }
}
