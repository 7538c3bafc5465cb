/// Mail coming in, and what it takes on the disk and in memory.
extension Bench {
    func measureImport() throws {
        var ours: [Program.Usage] = []
        var peers: [(name: String, run: () throws -> Program.Usage, usages: [Program.Usage])] = []
        if let notmuch { peers.append(("notmuch new", notmuch.importAll, [])) }
        if let mu { peers.append(("mu index", mu.importAll, [])) }
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
                .timesAsFast(5))
            add(
                "import, processor", of: .all, .seconds, readings(ours, \.processor),
                (peer.name, readings(peer.usages, \.processor)), nil)
        }
        if peers.isEmpty { add("import", of: .all, .seconds, readings(ours, \.wall), nil, nil) }
        add("import, peak memory", .bytes, readings(ours, \.peakMemory), nil, .atMost(150 * 1_048_576))
        try measureSecondImport()
        try measureDisk()
    }

    private func measureSecondImport() throws {
        try compare(
            "second import, nothing new", of: .all, goal: .shareOfTheirs(2),
            ours: { try tool.importAll().wall },
            theirs: [
                notmuch.map { peer in
                    ("notmuch new --full-scan", { try peer.program("new", "--quiet", "--full-scan").run().wall })
                },
                mu.map { peer in ("mu index", { try peer.program("index", "--quiet").run().wall }) },
            ])
    }

    private func measureDisk() throws {
        let ours = try BenchFiles.bytes(
            below: tool.ledger + "/log.sqlite", tool.ledger + "/views", tool.ledger + "/search.sqlite")
        if notmuch == nil, mu == nil {
            add("disk: log, views, full text", of: .all, .bytes, Readings(values: [ours]), nil, nil)
        }
        for (name, index, share) in [("notmuch", notmuch?.index, 0.9), ("mu", mu?.index, 1.4)] {
            guard let index else { continue }
            let theirs = try BenchFiles.bytes(below: index)
            add(
                "disk: log, views, full text", of: .all, .bytes, Readings(values: [ours]),
                (name, Readings(values: [theirs])),
                .shareOfTheirs(share))
        }
        let content = try BenchFiles.bytes(below: tool.ledger + "/content.sqlite", tool.ledger + "/content")
        add(
            "disk: content", of: .all, .bytes, Readings(values: [content]),
            ("the raw mail", Readings(values: [mail.bytes])),
            .shareOfTheirs(0.9))
    }
}
