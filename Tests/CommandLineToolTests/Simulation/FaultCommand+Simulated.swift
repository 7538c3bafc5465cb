extension FaultCommand {
    /// Verbs that write, too, and are tried on a disk in memory only: what they write besides the ledger begins with `out`.
    static let simulated: [FaultCommand] =
        writing + [
            FaultCommand("folder set") { _ in
                ["folder", "set", "Work", "--icon", "briefcase", "--role", "archive", "--account", "ada@example.org"]
            },
            FaultCommand("note add") { _ in ["note", "add", "Tides", "--text", "High water at six"] },
            FaultCommand("profile set") { _ in
                ["profile", "set", "--email", "mara@example.org", "--display-name", "Mara"]
            },
            FaultCommand("erase account") { _ in
                ["erase", "account", "eve@example.org", "--reason", "asked for", "--yes"]
            },
            FaultCommand("migrate") { _ in ["migrate"] },
            FaultCommand("checkpoint --output") { ["checkpoint", "--output", "\($0)/out.checkpoint"] },
            FaultCommand("export --as maildir") { ["export", "--to", "\($0)/out", "--as", "maildir"] },
            FaultCommand("export --as eml") { ["export", "--to", "\($0)/out", "--as", "eml"] },
            FaultCommand("export --as mboxrd") { ["export", "--to", "\($0)/out.mbox", "--as", "mboxrd"] },
            FaultCommand("export --as jsonl") { ["export", "--to", "\($0)/out.jsonl", "--as", "jsonl", "--content"] },
            FaultCommand("export --events") { ["export", "--events", "--content", "--to", "\($0)/out.events"] },
            FaultCommand("export --notmuch-tags") { ["export", "--notmuch-tags", "--to", "\($0)/out.tags"] },
            FaultCommand("export --subject-address") {
                ["export", "--subject-address", "ada@example.org", "--to", "\($0)/out"]
            },
        ]

    /// The same where a part of what it writes is there already, as a person is told to go on then.
    var forced: FaultCommand { FaultCommand(name) { [arguments] in arguments($0) + ["--force"] } }
}
