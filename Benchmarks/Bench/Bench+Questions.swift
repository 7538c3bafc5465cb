/// Questions, each asked by a process that starts for it; the files are in the page cache.
extension Bench {
    /// How often a question is asked in one round: the median of a few milliseconds takes many readings.
    private static let repetitions = 10

    func measureQuestions() throws {
        try ask(
            "start: --version", .shareOfTheirs(1.5), tool.program("--version"), notmuch?.program("--version"),
            Program("mu", ["--version"]))
        try ask(
            "start: an empty answer", whereLarge(.shareOfTheirs(1.1)), tool.program("messages", "from:nobodyatall"),
            notmuch?.program("search", "from:nobodyatall"), nil)
        try askNewest()
        try ask(
            "newest 50 threads", whereLarge(.shareOfTheirs(0.5)), tool.program("threads", "--limit", "50"),
            notmuch?.program("search", "--limit=50", "*"), find("", "--threads"))
        try ask(
            "all threads", of: .all, .shareOfTheirs(0.1), tool.program("threads"), notmuch?.program("search", "*"), nil)
        try askCounts()
        let id = try tool.value("id", of: "messages", "--format", "jsonl", "--limit", "1")
        let messageID = try tool.value("message_id", of: "messages", "--format", "jsonl", "--limit", "1")
        try ask(
            "show one message", .shareOfTheirs(1), tool.program("show", id),
            notmuch?.program("show", "id:\(messageID)"), nil)
        try askLargestThread()
        try measureListMemory()
    }

    /// A goal that the start of a process decides where there is little mail.
    private func whereLarge(_ goal: Goal) -> Goal? { mail.isLarge ? goal : nil }

    private func askCounts() throws {
        let ofUnread = notmuch?.program("count", "tag:unread")
        let goal = whereLarge(.shareOfTheirs(1.1))
        try ask("count unread", goal, tool.program("unread"), ofUnread, nil)
        try ask("folders with counts", goal, tool.program("folders"), ofUnread, nil)
        let (first, second) = mail.commonWords
        for (name, query, goal) in [
            ("a word that most have", first, 0.5), ("a rare word", mail.rareWord, 0.9),
            ("a phrase", "\"\(first) \(second)\"", 0.9),
        ] {
            try ask(
                "count: \(name)", whereLarge(.shareOfTheirs(goal)), tool.program("count", query),
                notmuch?.program("count", query), nil)
        }
    }

    /// Lists are written as they are read, so their length takes no memory.
    private func measureListMemory() throws {
        try compare(
            "all messages as text, peak memory", unit: .bytes, goal: .shareOfTheirs(1.5),
            ours: { try tool.program("messages").run().peakMemory },
            theirs: [("50 messages", { try self.tool.program("messages", "--limit", "50").run().peakMemory })])
    }

    private func askLargestThread() throws {
        guard let id = try tool.largestThread() else { return }
        let messageID = try tool.value("message_id", of: "show", id, "--format", "json")
        try ask(
            "the largest thread as JSON", .shareOfTheirs(1),
            tool.program("show", id, "--thread", "--format", "json"),
            notmuch?.program("show", "--format=json", "--entire-thread=true", "id:\(messageID)"), nil)
    }

    private func askNewest() throws {
        let goal = whereLarge(.shareOfTheirs(0.5))
        for (name, query, peerQuery) in [
            ("from", "from:\(mail.sender)", "from:\(mail.sender)"),
            ("subject", "subject:\(mail.subjectWord)", "subject:\(mail.subjectWord)"),
            ("body word", "body:\(mail.bodyWord)", mail.bodyWord),
            ("date range", "date:\(mail.dates)", "date:\(mail.dates)"),
        ] {
            try ask(
                "newest 50: \(name)", goal, tool.program("messages", query, "--limit", "50"),
                notmuch?.program("search", "--limit=50", peerQuery), find(peerQuery))
        }
        try ask(
            "newest 50: unread", goal, tool.program("messages", "is:unread", "--limit", "50"),
            notmuch?.program("search", "--limit=50", "tag:unread"), find("flag:unread"))
    }

    private func find(_ query: String, _ option: String = "--reverse") -> Program? {
        mu?.program("find", option, "--sortfield=date", "--reverse", "--maxnum=50", query)
    }

    private func ask(
        _ work: String, of scope: Measurement.Scope = .one, _ goal: Goal?, _ ours: Program, _ notmuch: Program?,
        _ mu: Program?
    ) throws {
        func median(_ program: Program) throws -> Double {
            Readings(values: try (0..<Self.repetitions).map { _ in try program.run().wall }).median
        }
        try compare(
            work, of: scope, goal: goal, ours: { try median(ours) },
            theirs: [
                notmuch.map { program in ("notmuch", { try median(program) }) },
                self.mu == nil ? nil : mu.map { program in ("mu", { try median(program) }) },
            ])
    }
}
