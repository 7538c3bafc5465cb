/// The session that `demo` runs: what a new user would type, in the order of a story.
enum DemoSession {
    /// One line of the session.
    struct Line {
        /// As a person would type it.
        let shown: String
        /// The words after `mailledger`; nil for a line that is no command of the tool.
        var arguments: [String]?
        /// Names in the ledger that the line removes.
        var removes: [String]?

        /// Whether it shows a message by its id.
        var namesMessage: Bool { arguments?.contains(DemoSession.someID) ?? false }

        /// The same line with the id of a message in it.
        func naming(_ id: String) -> Line {
            guard namesMessage else { return self }
            return DemoSession.command(arguments?.map { $0 == DemoSession.someID ? id : $0 } ?? [])
        }
    }

    /// Stands for the id of a message that the session found.
    static let someID = "ID"

    static func lines(samples: String) -> [Line] {
        let account = "you@gmail.com"
        return [
            command("init"),
            command("account", "add", account),
            command("import", samples + "/maildir", samples + "/lists.mbox", samples + "/eml", "--account", account),
            command("folders"),
            command("messages", "is:unread from:peter", "--limit", "20"),
            command("threads", "--folder", "INBOX", "--limit", "10"),
            command("unread"),
            command("search", "kernel"),
            command("show", someID),
            command("mark", "--read", "in:INBOX", "--reason", "vacation catch-up"),
            command("move", "subject:razor", "--to", "Archive"),
            command("history", someID),
            command("log"),
            command("account", "delete", account, "--yes"),
            command("folders"),
            command("undo"),
            Line(
                shown: "rm -r $MAILLEDGER/views $MAILLEDGER/search.sqlite*",
                removes: ["views", "search.sqlite", "search.sqlite-wal", "search.sqlite-shm"]),
            command("folders"),
            command("rebuild", "--check"),
            command("verify"),
            command("stats"),
        ]
    }

    private static func command(_ arguments: String...) -> Line {
        command(arguments)
    }

    private static func command(_ arguments: [String]) -> Line {
        let words = arguments.map { word in
            word.contains(where: { " *:'\"".contains($0) }) ? "'\(word)'" : word
        }
        return Line(shown: "mailledger " + words.joined(separator: " "), arguments: arguments)
    }
}
