/// Proofs and verification of a large log, beside `openssl dgst` over the same bytes.
extension Bench {
    func measureAudit() throws {
        let folder = options.work + "/audit"
        try BenchFiles.remove(folder)
        try BenchFiles.makeFolder(folder)
        let log = folder + "/log.sqlite"
        _ = try loop("append", log, "\(options.events)", "1000")
        let ledger = ["--ledger", folder]
        try compare(
            "verify the log", goal: .timesAsFast(0.5),
            ours: { try Program(tool.path, ["verify"] + ledger).run().wall },
            theirs: [("openssl dgst -sha256", { try Program("openssl", ["dgst", "-sha256", log]).run().wall })])
        let prove = Program(tool.path, ["prove", "event:\(options.events / 3)", "--output", "-"] + ledger)
        try compare("prove an event, processor", goal: .atMost(0.05), ours: { try prove.run().processor })
        let checkpoint = Program(tool.path, ["checkpoint"] + ledger)
        try compare("sign a checkpoint, processor", goal: .atMost(0.05), ours: { try checkpoint.run().processor })
    }
}
