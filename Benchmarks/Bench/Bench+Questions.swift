/// Questions, each asked by a process that starts for it; the files are in the page cache.
extension Bench {
    /// How often a question is asked in one round: the median of a few milliseconds takes many readings.
    private static let repetitions = 10

    func measureQuestions() throws {
        try ask(
            "start: --version", .shareOfTheirs(1.5), tool.program("--version"), notmuch?.program("--version"),
            Program("mu", ["--version"]))
        try ask(
            "start: an empty answer", .shareOfTheirs(1.5), tool.program("messages", "from:nobodyatall"),
            notmuch?.program("search", "from:nobodyatall"), nil)
        try askNewest()
        try ask(
            "newest 50 threads", .shareOfTheirs(0.5), tool.program("threads", "--limit", "50"),
            notmuch?.program("search", "--limit=50", "*"), find("", "--threads"))
        try ask(
            "all threads", of: .all, .shareOfTheirs(0.1), tool.program("threads"), notmuch?.program("search", "*"), nil)
        try ask("count unread", .shareOfTheirs(1), tool.program("unread"), notmuch?.program("count", "tag:unread"), nil)
        try ask(
            "folders with counts", .shareOfTheirs(1), tool.program("folders"), notmuch?.program("count", "tag:unread"),
            nil)
        let id = try tool.value("id", of: "messages", "--format", "jsonl", "--limit", "1")
        let messageID = try tool.value("message_id", of: "messages", "--format", "jsonl", "--limit", "1")
        try ask(
            "show one message", .shareOfTheirs(0.5), tool.program("show", id),
            notmuch?.program("show", "id:\(messageID)"), nil)
        try askLargestThread()
    }

    private func askLargestThread() throws {
        guard let id = try tool.largestThread() else { return }
        let messageID = try tool.value("message_id", of: "show", id, "--format", "json")
        try ask(
            "the largest thread as JSON", .shareOfTheirs(0.5),
            tool.program("show", id, "--thread", "--format", "json"),
            notmuch?.program("show", "--format=json", "--entire-thread=true", "id:\(messageID)"), nil)
    }

    private func askNewest() throws {
        let goal = Goal.shareOfTheirs(0.5)
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
