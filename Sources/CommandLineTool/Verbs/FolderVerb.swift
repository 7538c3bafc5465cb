internal import ArgumentParser
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
            abstract: "Add a folder.",
            discussion: """
                EXAMPLES
                  mailledger folder add Archive/2024 --account you@example.org
                  mailledger folder add Receipts --kind label --folder-color '#1e90ff' --account you@example.org
                """)

        @Argument(help: "The path; the folders above the last name have to be there.") var path: String
        @Option(name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "address")) var account: String
        @Option(name: .long, help: ArgumentHelp("What it is.", valueName: "kind")) var kind: FolderKind = .folder
        @OptionGroup var settings: FolderOptions
        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let context = ledger.context(command: "folder add", reason: change.reason)
            let path = try FolderPath(parsing: path)
            let settings = try settings.command()
            if dryRun.dryRun {
                try ledger.addFolders(
                    [NewFolder(path: path, kind: kind, settings: settings)], to: account, context: context,
                    dryRun: true)
                let form = OutcomeForm(matched: 0, changed: 1, operation: nil, isDryRun: true)
                return try session.write(form) { session.line("Would add \(path) to \(account).") }
            }
            let row = try ledger.addFolder(path, to: account, kind: kind, settings: settings, context: context)
            try session.write(FolderForm(row)) { session.line("Added \(row.path) to \(row.accountAddress).") }
        }
    }

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a folder's settings and counts.",
            discussion: """
                EXAMPLES
                  mailledger folder show Work/Projects
                """)

        @Argument(help: "The folder's path.") var path: String
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The account, where several have such a folder.", valueName: "address"))
        var account: String?
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let row = try session.open().read { try $0.folder(path, inAccountNamed: account) }
            try session.write(FolderForm(row)) {
                var table = Table([.init(looks: [.dim]), .init()])
                for (name, value) in values(of: row, session) {
                    guard let value else { continue }
                    table.append([.init(name), .init(value)])
                }
                session.write(table)
            }
        }

        private func values(of row: FolderRow, _ session: Session) -> [(String, String?)] {
            [
                ("id", row.id.description), ("account", row.accountAddress), ("path", row.path), ("kind", row.kind),
                ("role", row.role), ("messages", "\(ProgressLine.grouped(row.total)), \(row.unread) unread"),
                ("order", String(row.sortOrder)), ("icon", row.settings.icon),
                ("color", row.settings.color?.hex), ("text color", row.settings.textColor?.hex),
                ("visibility", row.settings.visibility.words),
                ("on messages", row.kind == "label" ? row.settings.messageVisibility.rawValue : nil),
                ("external id", row.settings.externalID), ("uid validity", row.cursor.uidValidity.map { String($0) }),
                ("highest mod seq", row.cursor.highestModSeq?.description),
                ("idle", row.cursor.supportsIdle.map { $0 ? "yes" : "no" }),
                ("created", session.times.full(row.createdAt.microseconds)),
            ]
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a folder another name.",
            discussion: """
                EXAMPLES
                  mailledger folder rename Work/Projects Ideas
                """)

        @Argument(help: "The folder's path.") var path: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var which: FolderChange

        func run() throws {
            try which.run(
                done: "Renamed \(path) to \(name).", planned: "Would rename \(path) to \(name).",
                command: "folder rename"
            ) { ledger, context, isDryRun in
                let outcome = try ledger.renameFolder(
                    path, to: name, in: which.account, context: context, dryRun: isDryRun)
                return (1, outcome.changes.count, outcome.receipt)
            }
        }
    }

    struct MoveTo: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a folder under another one, or to the top.",
            discussion: """
                EXAMPLES
                  mailledger folder move Projects --to Work
                  mailledger folder move Work/Projects
                """)

        @Argument(help: "The folder's path.") var path: String
        @Option(name: .long, help: ArgumentHelp("The new parent (default: the top).", valueName: "path")) var to:
            String?
        @OptionGroup var which: FolderChange

        func run() throws {
            let place = to ?? "the top"
            try which.run(
                done: "Moved \(path) to \(place).", planned: "Would move \(path) to \(place).", command: "folder move"
            ) { ledger, context, isDryRun in
                let outcome = try ledger.moveFolder(
                    path, under: to, in: which.account, context: context, dryRun: isDryRun)
                return (1, outcome.changes.count, outcome.receipt)
            }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change how a folder is shown and what it is for, told as old → new.",
            discussion: """
                EXAMPLES
                  mailledger folder set Work --icon briefcase --folder-color '#1e90ff'
                  mailledger folder set Lists --visibility show-if-unread
                  mailledger folder set 'Old mail' --role archive

                An account has one folder a role; 'none' takes a role away. An empty value takes an icon, a colour or an
                external id away. What is so already is not recorded.
                """)

        @Argument(help: "The folder's path.") var path: String
        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("The account, where several have such a folder.", valueName: "address"))
        var account: String?
        @OptionGroup var settings: FolderOptions
        @Option(name: .long, help: ArgumentHelp("What the server numbers its messages by.", valueName: "n"))
        var uidValidity: UInt32?
        @Option(name: .long, help: ArgumentHelp("The greatest number of a change that is known.", valueName: "n"))
        var highestModSeq: UInt64?
        @Option(name: .long, help: ArgumentHelp("Whether the server tells of changes.", valueName: "yes|no"))
        var supportsIdle: YesOrNo?
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard try !settings.command().isEmpty || !cursor.isEmpty else {
                throw ValidationError(
                    "Say what to change, as in --icon, --folder-color, --order, --visibility or --role")
            }
        }

        private var cursor: ChangeFolderCursor {
            ChangeFolderCursor(
                uidValidity: uidValidity, highestModSeq: highestModSeq.map { ModificationSequence($0) },
                supportsIdle: supportsIdle.map { $0 == .yes })
        }

        func run() throws {
            let settings = try settings.command()
            try change.run(path, command: "folder set") { ledger, context, isDryRun in
                try ledger.changeFolder(
                    path, settings, cursor: cursor, in: account, context: context, dryRun: isDryRun)
            }
        }
    }

    struct Reorder: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put folders that lie side by side into an order.",
            discussion: """
                EXAMPLES
                  mailledger folder reorder INBOX Work Lists --account you@example.org

                The folders that are named come first, in this order; those beside them follow as they were. Either all
                of it is done or nothing.
                """)

        @Argument(help: "The folders' paths, the first one first.") var paths: [String]
        @OptionGroup var which: FolderChange

        func run() throws {
            let list = paths.joined(separator: ", ")
            try which.run(
                done: "Put first: \(list).", planned: "Would put first: \(list).", command: "folder reorder"
            ) { ledger, context, isDryRun in
                let outcome = try ledger.reorderFolders(
                    paths, in: which.account, context: context, dryRun: isDryRun)
                return (paths.count, outcome.changes.count, outcome.receipt)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a folder and all below it; undo brings it back.",
            discussion: """
                EXAMPLES
                  mailledger folder delete Work/Projects --dry-run
                  mailledger folder delete Work/Projects --policy nullify

                The policy says what becomes of what it holds:
                  cascade    it goes with the folder; mail that lies elsewhere too stays there
                  nullify    mail that would be nowhere else goes to the account's archive
                  deny       nothing is done while it holds anything, and what it holds is named
                  no-action  nothing is done but to an empty folder
                """)

        @Argument(help: "The folder's path.") var path: String
        @Option(name: .long, help: ArgumentHelp("What becomes of what it holds.", valueName: "policy"))
        var policy: FolderDeletePolicy = .cascade
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var which: FolderChange

        func run() throws {
            let session = Session(which.ledger, which.output)
            if which.dryRun.dryRun {
                let plan = try session.open(actor: which.change.actor).planFolderDeletion(
                    path, in: which.account, policy: policy)
                return try session.write(FolderDeletionForm(plan: plan)) { show(plan, session) }
            }
            try which.run(
                done: "Deleted \(path); 'mailledger undo' brings it back.", planned: "", command: "folder delete"
            ) { ledger, context, _ in
                // What would be refused anyway is not asked about.
                let plan = try ledger.planFolderDeletion(path, in: which.account, policy: policy)
                if plan.blockers.isEmpty {
                    let fate = plan.archived > 0 ? "; \(plan.archived) of them go to \(plan.archive ?? "")" : ""
                    try session.confirm(
                        "Delete \(path) with \(Counted.messages(plan.messages)) and all below it\(fate)?", confirmation)
                }
                let receipt = try ledger.deleteFolder(path, in: which.account, policy: policy, context: context)
                return (1, receipt == nil ? 0 : 1, receipt)
            }
        }

        private func show(_ plan: FolderDeletion, _ session: Session) {
            guard plan.blockers.isEmpty else {
                session.line("Would not delete \(path), which is not empty:")
                for blocker in plan.blockers { session.line("  \(blocker)") }
                return
            }
            session.line("Would delete:")
            for folder in plan.folders { session.line("  \(folder.path)  \(Counted.messages(folder.messages))") }
            guard plan.messages > 0 else { return }
            if plan.archived > 0 { session.line("To \(plan.archive ?? ""): \(Counted.messages(plan.archived)).") }
            if plan.kept > 0 { session.line("Staying in other folders: \(Counted.messages(plan.kept)).") }
            if plan.gone > 0 { session.line("Deleted with it: \(Counted.messages(plan.gone)).") }
        }
    }
}

/// What may be said of a folder.
struct FolderOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The name of its picture.", valueName: "name")) var icon: String?
    @Option(name: .long, help: ArgumentHelp("The colour behind its name.", valueName: "#rrggbb"))
    var folderColor: String?
    @Option(name: .long, help: ArgumentHelp("The colour of its name.", valueName: "#rrggbb")) var textColor: String?
    @Option(name: .long, help: ArgumentHelp("Its place among its siblings, the least first.", valueName: "n"))
    var order: Int?
    @Option(name: .long, help: ArgumentHelp("Whether 'folders' lists it.", valueName: "when"))
    var visibility: FolderVisibility?
    @Option(name: .long, help: ArgumentHelp("Whether a label shows beside its messages.", valueName: "when"))
    var messageVisibility: MessageVisibility?
    @Option(name: .long, help: ArgumentHelp("Its purpose: archive, sent, … or none.", valueName: "role"))
    var role: String?
    @Option(name: .long, help: ArgumentHelp("By what a server knows it.", valueName: "id")) var externalID: String?

    func command() throws -> ChangeFolder {
        var command = ChangeFolder()
        command.icon = icon
        command.color = folderColor
        command.textColor = textColor
        command.sortOrder = order
        command.visibility = visibility
        command.messageVisibility = messageVisibility
        command.externalID = externalID
        if let role {
            guard let known = role == "none" ? .other : FolderRole(rawValue: role.lowercased()) else {
                let names = FolderRole.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("The role '\(role)' is none of \(names), none")
            }
            command.role = known
        }
        return command
    }
}

/// What the verbs that change a folder have in common.
struct FolderChange: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The account, where several have such a folder.", valueName: "address"))
    var account: String?
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run(
        done: String, planned: String, command: String,
        _ body: (Ledger, OperationContext, _ isDryRun: Bool) throws -> (matched: Int, changed: Int, receipt: Receipt?)
    ) throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let outcome = try body(ledger, ledger.context(command: command, reason: change.reason), dryRun.dryRun)
        let form = OutcomeForm(
            matched: outcome.matched, changed: outcome.changed, operation: outcome.receipt?.operation.description,
            isDryRun: dryRun.dryRun)
        try session.write(form) {
            session.line(
                outcome.changed == 0 ? "Nothing was to be changed." : dryRun.dryRun ? planned : done)
        }
    }
}

extension FolderVisibility {
    /// As the command line has it.
    fileprivate var words: String { rawValue.replacing("_", with: "-") }
}
