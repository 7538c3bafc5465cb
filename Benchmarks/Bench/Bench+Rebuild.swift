/// The read models from the first event on, against plain C.
extension Bench {
    func measureRebuild() throws {
        // Marks and moves stand in the log when the changes were measured; more are made, so that each kind is there.
        try tool.program("mark", "--flagged", "from:\(mail.sender)").run()
        try tool.program("move", "subject:\(mail.subjectWord)", "--to", "Archive").run()
        try tool.program("delete", "body:\(mail.bodyWord)", "--yes").run()
        try tool.program("undo", "--yes").run()
        let folder = options.work + "/build"
        func fresh() throws -> String {
            try BenchFiles.remove(folder)
            try BenchFiles.makeFolder(folder + "/recorded")
            return folder
        }
        var (ours, ofEach, scans, memory) = ([Double](), [Double](), [Double](), [Double]())
        for _ in 0..<options.rounds {
            let run = try loop("views", tool.ledger, fresh())
            ours.append(run.seconds)
            memory.append(run.usage.peakMemory)
            scans.append(try loop("scan-c", tool.ledger + "/log.sqlite").seconds)
            guard options.usesLoops else { continue }
            ofEach.append(try loop("views-c", tool.ledger, fresh()).seconds)
        }
        let built = Readings(values: ours)
        func row(_ rival: String, _ times: [Double], _ goal: Goal) {
            guard !times.isEmpty else { return }
            add("rebuild the views", of: .all, .seconds, built, (rival, Readings(values: times)), goal)
        }
        row("C, row operations of each event", ofEach, .timesAsFast(4))
        row("C, raw scan of the same log", scans, .shareOfTheirs(10))
        add("rebuild the views, peak memory", .bytes, Readings(values: memory), nil, .atMost(150 * 1_048_576))
        memory = []
        try compare(
            "rebuild the full text", of: .all, goal: .timesAsFast(0.8),
            ours: {
                let run = try loop("text", tool.ledger)
                memory.append(run.usage.peakMemory)
                return run.seconds
            },
            theirs: options.usesLoops
                ? [("C, plain FTS5 inserts", { try self.loop("text-c", self.tool.ledger, fresh()).seconds })] : [])
        add("rebuild the full text, peak memory", .bytes, Readings(values: memory), nil, .atMost(150 * 1_048_576))
    }
}
