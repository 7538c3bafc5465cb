extension FaultCommand {
    /// Verbs that write, too, and are tried on a disk in memory only: what they write besides the ledger begins with `out`.
    static let simulated: [FaultCommand] =
        writing + ofThings + [
            FaultCommand("folder set") { _ in
                ["folder", "set", "Work", "--icon", "briefcase", "--role", "archive", "--account", "ada@example.org"]
            },
            FaultCommand("note add") { _ in ["note", "add", "Tides", "--text", "High water at six"] },
            FaultCommand("note edit") { _ in ["note", "edit", "Fees", "--title", "Fees of the year"] },
            FaultCommand("action add") { _ in ["action", "add", "next-step", "Look at the tables", "--note", "Fees"] },
            FaultCommand("answer add") { _ in
                ["answer", "add", "--question", "when is the fee due", "--text", "In March."]
            },
            FaultCommand("chat add") { _ in
                ["chat", "add", "crew", "--display-name", "The crew", "--account", "ada@example.org"]
            },
            FaultCommand("message add") { ["message", "add", "\($0)/more/one.eml", "--account", "ada@example.org"] },
            FaultCommand("message link") { _ in ["message", "link", "mid:m6@lists.example.org", "--external-id", "17a"]
            },
            FaultCommand("classify") { _ in
                ["classify", "mid:m6@lists.example.org", "--category", "business", "--by", "mara"]
            },
            FaultCommand("request") { _ in
                ["request", #"{"command": "mark-threads", "parameters": {"filter": "*", "is_pinned": true}}"#]
            },
            FaultCommand("hold remove") { _ in ["hold", "remove", "old case", "--reason", "closed"] },
            FaultCommand("unfile") { _ in ["unfile", "account:ada@example.org in:INBOX in:Work", "--from", "Work"] },
            FaultCommand("import tags") {
                ["import", "tags", "\($0)/tags", "--account", "ada@example.org"]
            },
            FaultCommand("key passphrase") { ["key", "passphrase", "--new-passphrase-file", "\($0)/passphrase"] },
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

    private static func verb(_ words: String...) -> FaultCommand {
        FaultCommand(words.prefix(2).joined(separator: " ")) { _ in words }
    }

    /// Verbs that change one thing, each in its own way.
    private static let ofThings: [FaultCommand] = [
        verb("folder", "move", "Work", "--to", "Archive", "--account", "ada@example.org"),
        verb("folder", "reorder", "Work", "INBOX", "--account", "ada@example.org"),
        verb("account", "disable", "ada@example.org"), verb("note", "pin", "Fees"), verb("note", "archive", "Fees"),
        verb("note", "file", "Fees", "--to", "Logbook"),
        verb("note", "link", "Fees", "--on", "mid:m6@lists.example.org"), verb("note", "delete", "Fees"),
        verb("action", "edit", "Pay", "--priority", "high"), verb("action", "accept", "Pay"),
        verb("action", "execute", "Pay"), verb("action", "fail", "Pay", "--error", "no wind"),
        verb("action", "cancel", "Pay"), verb("action", "delete", "Pay"),
        verb("answer", "edit", "yearly dues", "--text", "In April."), verb("answer", "disable", "yearly dues"),
        verb("answer", "delete", "yearly dues"),
        verb("chat", "set", "oars", "--display-name", "Oars"),
        verb("chat", "delete", "oars", "--yes"), verb("profile", "feature", "sentiment", "off"),
        verb("profile", "connect", "google"), verb("profile", "delete"),
        verb("erase", "note", "Fees", "--reason", "asked for", "--yes"),
        verb("erase", "answer", "yearly dues", "--reason", "asked for", "--yes"),
        verb("erase", "conversation", "oars", "--reason", "asked for", "--yes"),
        verb("erase", "profile", "--reason", "asked for", "--yes"),
        verb("erase", "address", "p1@example.org", "--reason", "asked for", "--yes"),
    ]

    /// Verbs that change the log and are not tried here, and why.
    static let leftOut = [
        "account enable": "it is disable the other way round", "answer enable": "it is disable the other way round",
        "note unpin": "it is pin the other way round", "note unarchive": "it is archive the other way round",
        "note unlink": "it is link the other way round", "profile disconnect": "it is connect the other way round",
        "note audio": "it is a content and an event, as message add is",
        "answer use": "the bytes of its draft have an id that is drawn by lot",
        "import chats": "the bytes of its messages have ids that are drawn by lot",
        "reply": "the bytes of its draft have an id that is drawn by lot",
        "chat post": "the bytes of its message have an id that is drawn by lot",
        "chat status": "it needs a message of a conversation, whose id is drawn by lot",
        "chat read": "it needs a message of a conversation, whose id is drawn by lot",
        "outbox mark": "it needs an id, which is drawn by lot",
        "erase message": "it needs an id, which is drawn by lot",
        "token add": "it is an event, as account add is, of a token that is drawn by lot",
        "token change": "it needs a token, which is drawn by lot",
        "token revoke": "it needs a token, which is drawn by lot",
        "message load": "it needs a message whose body has not come",
        "undelete": "it is an undo of a few messages, as undo is of an operation",
        "doctor": "what it salvages is a log that is damaged", "log": "it only reads", "history": "it only reads",
    ]

    /// The same where a part of what it writes is there already, as a person is told to go on then.
    var forced: FaultCommand { FaultCommand(name) { [arguments] in arguments($0) + ["--force"] } }
}
