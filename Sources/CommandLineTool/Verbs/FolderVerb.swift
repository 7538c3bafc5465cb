internal import ArgumentParser
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

struct FolderVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder", abstract: "Add, rename, move or delete folders.",
        subcommands: [Add.self, Rename.self, MoveTo.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a folder.",
            examples: [
                CommandExample(
                    "mailledger folder add Archive/2024 --account mara@example.org", "a folder below Archive")
            ])

        @Argument(help: "The path; the folders above the last name have to be there.", completion: .names(.folder))
        var path: String
        @Option(
            name: .shortAndLong, help: ArgumentHelp("The account.", valueName: "address"), completion: .names(.account))
        var account: String
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let row = try ledger.addFolder(
                try FolderPath(parsing: path), to: account,
                context: ledger.context(command: "folder add", reason: change.reason))
            try session.write(FolderForm(row)) { session.line("Added \(row.path) to \(row.accountAddress).") }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a folder another name.",
            examples: [
                CommandExample("mailledger folder rename Work/Projects Ideas", "it becomes Work/Ideas")
            ])

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var which: FolderChange

        func run() throws {
            try which.run("Renamed \(path) to \(name).", command: "folder rename") { ledger, account, context in
                try ledger.renameFolder(path, to: name, in: account, context: context)
            }
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
            try which.run("Moved \(path) to \(to ?? "the top").", command: "folder move") { ledger, account, context in
                try ledger.moveFolder(path, under: to, in: account, context: context)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a folder and all below it; undo brings it back.",
            examples: [
                CommandExample("mailledger folder delete Work/Projects", "asks first; 'mailledger undo' brings it back")
            ])

        @Argument(help: "The folder's path.", completion: .names(.folder)) var path: String
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var which: FolderChange

        func run() throws {
            try which.run("Deleted \(path); 'mailledger undo' brings it back.", command: "folder delete") {
                ledger, account, context in
                let folder = try ledger.read { try $0.folder(path, inAccountNamed: account) }
                try Session(which.ledger, which.output).confirm(
                    "Delete \(folder.path) with \(Counted.messages(folder.total)) and all below it?", confirmation)
                return try ledger.deleteFolder(path, in: account, context: context)
            }
        }
    }
}

/// What the verbs that change a folder have in common.
struct FolderChange: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The account, where several have such a folder.", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run(
        _ done: String, command: String, _ body: (Ledger, String?, OperationContext) throws -> Receipt?
    ) throws {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        let receipt = try body(ledger, account, ledger.context(command: command, reason: change.reason))
        let form = OutcomeForm(
            matched: 1, changed: receipt == nil ? 0 : 1, operation: receipt?.operation.description, isDryRun: false)
        try session.write(form) { session.line(receipt == nil ? "Nothing was to be changed." : done) }
    }
}
