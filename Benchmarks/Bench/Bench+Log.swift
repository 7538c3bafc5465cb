/// The log alone, against plain C.
extension Bench {
    func measureLog() throws {
        let folder = options.work + "/log"
        for (name, batch) in [("1,000", 1_000), ("10,000", 10_000)] {
            try append(
                "append, batches of \(name)", count: options.events, batch: batch, .timesAsFast(0.6), in: folder)
        }
        let durable = min(options.events, 2_000)
        try append("append, one event a transaction", count: durable, batch: 1, .timesAsFast(0.85), in: folder)
        try BenchFiles.remove(folder)
        try BenchFiles.makeFolder(folder)
        _ = try loop("append", "\(folder)/read.sqlite", "\(options.events)", "10000")
        try compare(
            "read and decode events", unit: .seconds, goal: .timesAsFast(0.25),
            ours: { try loop("read", "\(folder)/read.sqlite").seconds },
            theirs: [("C, raw scan", { try self.loop("scan-c", "\(folder)/read.sqlite").seconds })])
    }

    private func append(_ work: String, count: Int, batch: Int, _ goal: Goal, in folder: String) throws {
        try compare(
            work, goal: goal,
            ours: {
                try BenchFiles.remove(folder)
                try BenchFiles.makeFolder(folder)
                return try loop("append", "\(folder)/ours.sqlite", "\(count)", "\(batch)").seconds
            },
            theirs: [
                ("C, same rows", { try self.loop("append-c", "\(folder)/ours.sqlite", "\(folder)/c.sqlite").seconds })
            ])
    }

    func loop(_ arguments: String...) throws -> (seconds: Double, count: Int, usage: Program.Usage) {
        try Loops.inProcess(arguments)
    }
}
