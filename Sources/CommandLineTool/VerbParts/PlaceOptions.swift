internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

/// Whether an answer is about one account only.
struct OneAccountOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only this account.", valueName: "address"),
        completion: .names(.account))
    var account: String?
}

/// Which account is meant by the path of a folder.
struct FolderAccountOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The account, if several have such a folder.", valueName: "address"),
        completion: .names(.account))
    var account: String?
}

/// Where mail goes that a command brings in.
struct ArrivalOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The account (default: import.account, else the only one).", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder for a single message, or for messages at the top of the path (default: import.folder, else INBOX).",
            valueName: "path"),
        completion: .names(.folder))
    var folder: String?
    @Flag(name: .long, help: "Make that folder if it is missing.") var create = false

    /// Lends the folder, which is made where it is missing and that was asked for.
    func intoFolder<Output>(
        of ledger: Ledger, _ session: Session, _ account: String, _ context: OperationContext, isDryRun: Bool,
        _ body: (_ folder: String) throws -> Output
    ) throws -> Output {
        try session.intoFolder(named: folder) { folder in
            guard create else { return try body(folder) }
            let missing = try ledger.mail.makeMissingFolders(
                on: folder, of: account, CommandCall(context, isDryRun: isDryRun))
            // What a dry run looks at is the same wherever it goes.
            return try body(isDryRun && !missing.isEmpty ? FolderName.inbox.text : folder)
        }
    }

    /// Runs what makes a folder and fills it, so that both are done or none.
    func inOneTransaction<Output>(
        of ledger: Ledger, _ context: OperationContext, isDryRun: Bool, _ body: () throws -> Output
    ) throws -> Output {
        guard create, !isDryRun else { return try body() }
        return try ledger.transaction(context) { _ in try body() }.output
    }
}

/// Where messages go that a command moves or copies.
struct TargetOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The folder.", valueName: "path"), completion: .names(.folder)) var to:
        String
    @Flag(name: .long, help: "Make the folder if it is missing.") var create = false

    /// The path of the folder that may be made; nil where it has to be there.
    var made: String? { create ? to : nil }
}
