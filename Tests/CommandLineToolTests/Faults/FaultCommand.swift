/// A command that is tried under faults, in a folder that is a copy of ``FaultWorld``'s.
struct FaultCommand: Sendable, CustomStringConvertible {
    let name: String
    /// Takes the folder in which the ledger and all else lies.
    let arguments: @Sendable (String) -> [String]
    /// Whether it changes the ledger; else its answer counts.
    var changes = true

    init(_ name: String, changes: Bool = true, _ arguments: @escaping @Sendable (String) -> [String]) {
        self.name = name
        self.changes = changes
        self.arguments = arguments
    }

    var description: String { name }

    private static func plain(_ words: String...) -> FaultCommand {
        FaultCommand(
            words.prefix { !$0.hasPrefix("-") && !$0.contains("@") && !$0.contains(":") }.joined(separator: " ")
        ) { _ in words }
    }

    /// Each verb that writes.
    static let writing: [FaultCommand] = [
        FaultCommand("init") { ["init", "--ledger", "\($0)/other"] },
        FaultCommand("setup") { ["setup", "\($0)/more", "new@example.org"] },
        plain("account", "add", "new@example.org"),
        plain("account", "set", "ada@example.org", "--display-name", "Ada"),
        plain("account", "delete", "ada@example.org", "--yes"),
        plain("folder", "add", "Taxes", "--account", "ada@example.org"),
        plain("folder", "rename", "Work", "Labour", "--account", "ada@example.org"),
        plain("folder", "delete", "Work", "--account", "ada@example.org", "--yes"),
        FaultCommand("import") { ["import", "mail", "\($0)/more", "--account", "ada@example.org"] },
        FaultCommand("sync") { ["sync", "\($0)/maildir", "--account", "eve@example.org"] },
        plain("mark", "--flagged", "in:INBOX"), plain("move", "account:ada@example.org in:INBOX", "--to", "Work"),
        plain("copy", "account:ada@example.org in:INBOX", "--to", "Work"),
        plain("label", "--add", "tax", "in:INBOX"), plain("delete", "in:INBOX", "--yes"),
        plain("thread", "--pin", "in:INBOX"), plain("prune", "--keep", "2", "--yes"), plain("undo"),
        plain("hold", "add", "case", "--query", "from:ada", "--reason", "letter"),
        plain("erase", "query", "in:INBOX", "--reason", "asked for", "--yes"), plain("collect"),
        plain("checkpoint"), plain("key", "rotate", "--reason", "yearly"), plain("rebuild"), plain("reparse"),
        FaultCommand("backup") { ["backup", "\($0)/backup"] },
        FaultCommand("restore") { ["restore", "\($0)/older", "\($0)/restored"] },
        FaultCommand("import events") { ["import", "events", "\($0)/events.jsonl", "--ledger", "\($0)/copied"] },
    ]

    /// Some that only read.
    static let reading: [FaultCommand] = [
        FaultCommand("messages", changes: false) { _ in ["messages", "*", "--format", "json"] },
        FaultCommand("search", changes: false) { _ in ["search", "body", "--format", "json"] },
        FaultCommand("threads", changes: false) { _ in ["threads", "--format", "json"] },
        FaultCommand("folders", changes: false) { _ in ["folders", "--format", "json"] },
        FaultCommand("log", changes: false) { _ in ["log", "--format", "json"] },
        FaultCommand("verify", changes: false) { _ in ["verify", "--content", "--views", "--format", "json"] },
    ]
}
