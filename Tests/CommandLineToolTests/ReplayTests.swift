import MailLedger
import MailLedgerTesting
import TestSupport
import Testing

/// What the tool answers is what another program makes of the log by the documents alone.
@Suite(.enabled("python3 with sqlite3 is absent") { ReplayOracle.isPresent }) struct `Docs/Examples/replay.py` {
    private func expectAgreement(
        _ ledger: ToolLedger, moments: Int = 4, _ label: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let comparison = try ReplayOracle.compare(ledger: ledger.path, moments: moments)
        #expect(comparison.status == 0, "\(label): \(comparison.text)", sourceLocation: sourceLocation)
        #expect(comparison.text.contains(/messages [1-9]/), "\(label)", sourceLocation: sourceLocation)
    }

    @Test func `makes the demo's tables of its log, now and then`() throws {
        try expectAgreement(DemoLedger.make(), moments: 6, "the demo")
    }

    @Test(arguments: MuseumPiece.all.filter { $0.format == 1 })
    func `makes the tables of a ledger that an older program wrote`(piece: MuseumPiece) throws {
        try expectAgreement(piece.lend(), piece.name)
    }

    @Test func `makes the tables of random histories`() throws {
        var seeds = SeededGenerator(for: "replays of random histories")
        for _ in 0..<4 {
            let (seed, ledger) = (seeds.next(), try ToolLedger(account: nil))
            do {
                let location = LedgerLocation(ledger.path)
                var history = HistoryGenerator(seed: seed)
                try history.run(on: Ledger.create(at: location, environment: .testing(seed: seed)), steps: 80)
            }
            try expectAgreement(ledger, "MAILLEDGER_SEED=\(seeds.seed), history \(seed)")
        }
    }

    @Test func `answers what Docs/ReadModels.md asks it`() throws {
        let page = try DocumentationPage("Docs/ReadModels.md")
        let example = try #require(page.section("The same from the log alone")?.code("sh").first)
        let ledger = try DemoLedger.make()
        let answer = try shell(example, environment: ["MAILLEDGER": ledger.path])
        #expect(answer.status == 0 && answer.text.contains("new treasurer in March"), "\(answer.text)")
        #expect(answer.text.matches(of: /[0-9a-f]{64}  [a-z]+\n/).count == 6, "\(answer.text)")
    }

    @Test func `has fewer than 200 lines`() throws {
        #expect(try readText(projectRoot + "/Docs/Examples/replay.py").count { $0 == "\n" } < 200)
    }

    // MARK: What it refuses

    private func replay(_ arguments: String) throws -> ProgramOutput {
        try shell("python3 Docs/Examples/replay.py \(arguments)", environment: [:])
    }

    @Test func `refuses in one line what is no ledger, or a newer or older one, and leaves the ledger as it is`() throws
    {
        let old = try #require(MuseumPiece.all.first { $0.format == 0 }).lend()
        let newer = try DemoLedger.make()
        try #require(
            shell("sqlite3 '\(newer.path)/log.sqlite' 'UPDATE ledger SET format = 2'", environment: [:]).status == 0)
        for (path, words) in [
            (old.path, "format 0"), (newer.path, "format 2"), (old.path + "/keys", "No such file"),
        ] {
            let answer = try replay("'\(path)' folders")
            #expect(answer.status == 1 && answer.text.contains(words), "\(answer.text)")
            #expect(answer.text.filter { $0 == "\n" }.count == 1, "\(answer.text)")
        }
        let ledger = try DemoLedger.make()
        let files = try subpaths(of: ledger.path).sorted()
        #expect(try replay("'\(ledger.path)' deletions").status == 0)
        #expect(try subpaths(of: ledger.path).sorted() == files)
    }
}
