internal import DiskFiles

/// `import mail` where there is a folder `mail`: the word is the path.
enum ImportWords {
    private static let subcommands = ["mail", "tags", "chats", "events"]

    /// Returns the line with the default's name before such a path, where nothing but options follows.
    static func spelled(_ arguments: [String]) -> [String] {
        guard arguments.first == "import", arguments.count > 1, subcommands.contains(arguments[1]),
            arguments.dropFirst(2).allSatisfy({ $0.hasPrefix("-") && $0 != "-" && $0 != "--help" && $0 != "-h" }),
            Surroundings.current.files.exists(arguments[1])
        else { return arguments }
        return ["import", "mail"] + arguments.dropFirst()
    }
}
