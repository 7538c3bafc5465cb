internal import ArgumentParser

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
        name: .shortAndLong, help: ArgumentHelp("The account (default: import.account).", valueName: "address"),
        completion: .names(.account))
    var account: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder for a path's own messages (default: import.folder, else INBOX).", valueName: "path"),
        completion: .names(.folder))
    var folder: String?
}
