/// The read models from the first event on, against plain C.
extension Bench {
    func measureRebuild() throws {
        // Marks and moves stand in the log when the changes were measured; more are made, so that each kind is there.
        try tool.program("mark", "--flagged", "from:\(mail.sender)").run()
        try tool.program("move", "subject:\(mail.subjectWord)", "--to", "Archive").run()
        try tool.program("delete", "body:\(mail.bodyWord)", "--yes").run()
        try tool.program("undo", "--yes").run()
        let folder = options.work + "/build"
        var memory: [Double] = []
        func fresh() throws -> String {
            try BenchFiles.remove(folder)
            try BenchFiles.makeFolder(folder + "/recorded")
            return folder
        }
        try compare(
            "rebuild the views", of: .all, goal: .timesAsFast(0.6),
            ours: {
                let run = try loop("views", tool.ledger, fresh())
                memory.append(run.usage.peakMemory)
                return run.seconds
            },
            theirs: [("C, same row operations", { try self.loop("views-c", self.tool.ledger, fresh()).seconds })])
        add("rebuild the views, peak memory", .bytes, Readings(values: memory), nil, .atMost(150 * 1_048_576))
        memory = []
        try compare(
            "rebuild the full text", of: .all, goal: .timesAsFast(0.8),
            ours: {
                let run = try loop("text", tool.ledger)
                memory.append(run.usage.peakMemory)
                return run.seconds
            },
            theirs: [("C, plain FTS5 inserts", { try self.loop("text-c", self.tool.ledger, fresh()).seconds })])
        add("rebuild the full text, peak memory", .bytes, Readings(values: memory), nil, .atMost(150 * 1_048_576))
    }
}
