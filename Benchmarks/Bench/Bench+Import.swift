internal import MailGenerator

/// Mail coming in, and what it takes on the disk and in memory.
extension Bench {
    /// Another program's first import, and how far behind it is to be.
    private struct Importing {
        let name: String
        let run: () throws -> Program.Usage
        let goal: Goal
        /// Of the processor, where that has a goal of its own.
        let processorGoal: Goal?
        var usages: [Program.Usage] = []
    }

    func measureImport() throws {
        var ours: [Program.Usage] = []
        var peers: [Importing] = []
        if let notmuch {
            peers.append(
                Importing(
                    name: "notmuch new", run: notmuch.importAll, goal: .timesAsFast(10),
                    processorGoal: .shareOfTheirs(0.08)))
        }
        if let mu {
            // The default comes last, and its index is asked later.
            peers.append(
                Importing(
                    name: "mu index, batches of 5,000", run: { try mu.importAll(batchSize: 5_000) },
                    goal: .timesAsFast(5), processorGoal: nil))
            peers.append(
                Importing(
                    name: "mu index", run: { try mu.importAll() }, goal: .timesAsFast(10),
                    processorGoal: .shareOfTheirs(0.12)))
        }
        for _ in 0..<options.rounds {
            try tool.makeLedger()
            ours.append(try tool.importAll())
            for index in peers.indices { peers[index].usages.append(try peers[index].run()) }
        }
        func readings(_ usages: [Program.Usage], _ value: (Program.Usage) -> Double) -> Readings {
            Readings(values: usages.map(value))
        }
        for peer in peers {
            add(
                "import", of: .all, .seconds, readings(ours, \.wall), (peer.name, readings(peer.usages, \.wall)),
                peer.goal)
            add(
                "import, processor", of: .all, .seconds, readings(ours, \.processor),
                (peer.name, readings(peer.usages, \.processor)), peer.processorGoal)
        }
        if peers.isEmpty { add("import", of: .all, .seconds, readings(ours, \.wall), nil, nil) }
        add("import, peak memory", .bytes, readings(ours, \.peakMemory), nil, .atMost(150 * 1_048_576))
        // Before anything is added: an index that was written to once more has room to spare.
        try measureDisk()
        try measureSecondImport()
        try measureNewFiles()
    }

    private func measureSecondImport() throws {
        try compare(
            "second import, nothing new", of: .all, goal: .shareOfTheirs(1.5),
            ours: { try tool.importAll().wall },
            theirs: [
                notmuch.map { peer in
                    ("notmuch new --full-scan", { try peer.program("new", "--quiet", "--full-scan").run().wall })
                },
                mu.map { peer in ("mu index", { try peer.program("index", "--quiet").run().wall }) },
            ])
    }

    private static let newFiles = 100

    /// Each round brings other messages, to everybody the same ones.
    private func measureNewFiles() throws {
        // Somebody's own mail is not written to.
        guard options.mail == nil, let account = mail.accounts.first else { return }
        var writer = MessageWriter(count: Self.newFiles * options.rounds, seed: 2)
        for round in 0..<options.rounds {
            for index in round * Self.newFiles..<(round + 1) * Self.newFiles {
                let message = writer.message(index)
                for folder in [mail.path] + [notmuch?.mail, mu?.mail].compactMap({ $0 }) {
                    try BenchFiles.write(message, to: "\(folder).new/\(round)/\(writer.time(of: index)).M\(index).new")
                }
            }
        }
        func deliver(_ round: Int, to folder: String) throws {
            try BenchFiles.moveAll(in: "\(folder).new/\(round)", to: "\(folder)/\(account)/new")
        }
        var rounds = (ours: 0, notmuch: 0, mu: 0)
        try compare(
            "\(Self.newFiles) new files", goal: .shareOfTheirs(0.3),
            ours: {
                try deliver(rounds.ours, to: mail.path)
                rounds.ours += 1
                return try tool.importFirst().wall
            },
            theirs: [
                notmuch.map { peer in
                    (
                        "notmuch new",
                        {
                            try deliver(rounds.notmuch, to: peer.mail)
                            rounds.notmuch += 1
                            return try peer.program("new", "--quiet").run().wall
                        }
                    )
                },
                mu.map { peer in
                    (
                        "mu index",
                        {
                            try deliver(rounds.mu, to: peer.mail)
                            rounds.mu += 1
                            return try peer.program("index", "--quiet").run().wall
                        }
                    )
                },
            ])
    }

    private func measureDisk() throws {
        let ours = try BenchFiles.bytes(
            below: tool.ledger + "/log.sqlite", tool.ledger + "/views", tool.ledger + "/search.sqlite")
        if notmuch == nil, mu == nil {
            add("disk: log, views, full text", of: .all, .bytes, Readings(values: [ours]), nil, nil)
        }
        for (name, index, share) in [("notmuch", notmuch?.index, 0.45), ("mu", mu?.index, 0.7)] {
            guard let index else { continue }
            let theirs = try BenchFiles.bytes(below: index)
            add(
                "disk: log, views, full text", of: .all, .bytes, Readings(values: [ours]),
                (name, Readings(values: [theirs])),
                .shareOfTheirs(share))
        }
        add(
            "disk: log", of: .all, .bytes, Readings(values: [try BenchFiles.bytes(below: tool.ledger + "/log.sqlite")]),
            ("its payloads", Readings(values: [Double(try loop("payloads", tool.ledger + "/log.sqlite").count)])),
            .shareOfTheirs(1.2))
        let content = try BenchFiles.bytes(below: tool.ledger + "/content.sqlite", tool.ledger + "/content")
        add(
            "disk: content", of: .all, .bytes, Readings(values: [content]),
            ("the raw mail", Readings(values: [mail.bytes])),
            .shareOfTheirs(0.45))
    }
}
