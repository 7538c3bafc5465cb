internal import EventLog
internal import Fleet
internal import LibPQ
internal import MailLedger
internal import Projections

/// Whole ledgers with mail, by the tool, a process for each command.
extension FleetBench {
    /// A ledger, in a folder or on the server, as the tool is told of it.
    private struct Place {
        let tool: String
        let ledger: String
        /// Where the caches of ledgers on the server are.
        let caches: String
        private static let account = "ada@example.org"

        var variables: [String: String] { ["XDG_CACHE_HOME": caches, "XDG_DATA_HOME": caches] }

        func program(_ arguments: [String]) -> Program {
            Program(tool, arguments, environment: variables.merging(["MAILLEDGER": ledger]) { $1 })
        }

        func make() throws {
            try BenchFiles.remove(ledger)
            try program(["init"]).run()
            try program(["account", "add", Self.account]).run()
        }

        /// Imports mail, and returns the seconds that it took.
        func take(_ paths: [String]) throws -> Double {
            try program(["import"] + paths + ["--account", Self.account]).run().wall
        }
    }

    private func place(_ ledger: String) -> Place {
        Place(tool: options.tool, ledger: ledger, caches: options.work + "/caches")
    }

    private var onServer: Place { place(cluster.url(of: freshName())) }

    func measureImport() throws {
        let paths: [String]
        let what: String
        if let mail = options.mail {
            paths = [mail]
            let count = try Program("find", [mail, "-type", "f"]).output().text.utf8.count { $0 == UInt8(ascii: "\n") }
            what = "\(Figures.short(Double(count))) files of real mail"
        } else {
            let mail = try MeasuredMail(generating: options.messages, below: options.work + "/mail")
            paths = mail.accounts.map { "\(mail.path)/\($0)" }
            what = "\(Figures.short(Double(mail.count))) generated messages"
        }
        var (imports, others, views, otherViews) = ([Double](), [Double](), [Double](), [Double]())
        for round in 0..<options.rounds {
            let (server, folder) = (onServer, place(options.work + "/folder"))
            try server.make()
            try folder.make()
            // Each goes first in turn.
            if round.isMultiple(of: 2) { imports.append(try server.take(paths)) }
            others.append(try folder.take(paths))
            if !round.isMultiple(of: 2) { imports.append(try server.take(paths)) }
            guard !hasStandby else { continue }
            views.append(try server.program(["rebuild"]).run().wall)
            otherViews.append(try folder.program(["rebuild"]).run().wall)
        }
        add(
            "import of \(what)", .seconds, imports, ("the folder", Readings(values: others)),
            hasStandby ? nil : .timesAsFast(0.5))
        guard !hasStandby else { return }
        add(
            "rebuild of read models and full text", .seconds, views, ("the folder", Readings(values: otherViews)),
            .timesAsFast(0.8))
    }

    // MARK: Questions

    func measureQuestions() throws {
        let mail = try MeasuredMail(generating: options.messages, below: options.work + "/asked-mail")
        let (server, folder) = (onServer, place(options.work + "/asked"))
        for place in [server, folder] {
            try place.make()
            _ = try place.take(mail.accounts.map { "\(mail.path)/\($0)" })
        }
        func median(_ count: Int, _ body: () throws -> Void) throws -> Double {
            Readings(values: try (0..<count).map { _ in try Clock.time(body) }).median
        }
        let connection = try cluster.connect()
        let trip = try median(200) { _ = try connection.ask("SELECT position FROM mailledger.head LIMIT 1") }
        let greeting = try median(50) { _ = try cluster.connect() }
        add("a question of one row", .seconds, [trip], nil, nil)
        add("a connection", .seconds, [greeting], nil, nil)
        try measureLists(mail, server, folder, trip: trip)
        for (name, arguments) in [
            ("newest 50 messages", ["messages", "--limit", "50"]),
            ("newest 50 with a word", ["messages", "body:\(mail.bodyWord)", "--limit", "50"]),
            ("newest 50 threads", ["threads", "--limit", "50"]),
        ] {
            let (ours, theirs) = (server.program(arguments), folder.program(arguments))
            _ = try (ours.run(), theirs.run())
            try compareQuestion(
                name + ", by a process that starts", .shareOfTheirs(1), ours: { try ours.run().wall },
                "the folder, a connection and 2 questions", theirs: { try theirs.run().wall + greeting + 2 * trip })
        }
    }

    /// Asks within a process that has both ledgers open.
    private func measureLists(_ mail: MeasuredMail, _ server: Place, _ folder: Place, trip: Double) throws {
        guard let url = LedgerURL(server.ledger) else {
            throw Program.Failure(description: "\(server.ledger) is no URL")
        }
        let ours = try PostgresPlace(at: url, variables: server.variables).open(.readWrite)
        let theirs = try Ledger.open(at: LedgerLocation(folder.ledger), access: .readWrite)
        let word = MessageFilter.text(.body, TextMatch(mail.bodyWord))
        let lists: [(name: String, ask: (LedgerReader) throws -> Void)] = [
            ("newest 50 messages", { _ = try $0.messages(matching: .all, limit: 50) }),
            ("newest 50 with a word", { _ = try $0.messages(matching: word, limit: 50) }),
            (
                "newest 50 threads",
                {
                    let conditions = ThreadConditions(isArchived: false)
                    _ = try $0.threads(matching: .all, where: conditions, order: .newestFirst, limit: 50)
                }
            ),
        ]
        for list in lists {
            _ = try (ours.read(list.ask), theirs.read(list.ask))
            try compareQuestion(
                list.name, .shareOfTheirs(1), ours: { try Clock.time { try ours.read(list.ask) } },
                "the folder and 2 questions", theirs: { try Clock.time { try theirs.read(list.ask) } + 2 * trip })
        }
    }

    /// A question takes milliseconds: a round is the median of some.
    private func compareQuestion(
        _ work: String, _ goal: Goal, ours: () throws -> Double, _ name: String, theirs: () throws -> Double
    ) throws {
        var (mine, others) = ([Double](), [Double]())
        for _ in 0..<options.rounds {
            var pairs: [(Double, Double)] = []
            for _ in 0..<15 { pairs.append(try (ours(), theirs())) }
            mine.append(Readings(values: pairs.map(\.0)).median)
            others.append(Readings(values: pairs.map(\.1)).median)
        }
        add(work, .seconds, mine, (name, Readings(values: others)), goal)
    }

    // MARK: A node

    /// One process that opens many ledgers in turn: its memory, and its connections at the most.
    func measureNode() throws {
        let count = 1_250
        let urls = try (0..<count).map { _ in
            let text = cluster.url(of: freshName())
            guard let url = LedgerURL(text) else { throw Program.Failure(description: "\(text) is no URL") }
            try PostgresPlace.create(at: url, origin: "bench", environment: .system)
            return text
        }
        let list = options.work + "/ledgers"
        try BenchFiles.write(urls.joined(separator: "\n"), to: list)
        let node = try Loops.inProcess(["node", list, options.work + "/caches"])
        let opened = "\(Figures.short(Double(count))) ledgers opened on demand"
        add("\(opened): memory", .bytes, [node.usage.peakMemory], nil, .atMost(1_024 * 1_048_576))
        add("\(opened): connections", .count, [Double(node.count)], nil, .atMost(8))
        add("\(opened): each", .seconds, [node.seconds / Double(count)], nil, nil)
    }
}
