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

    /// What histories seldom have: times that cannot be, marks of threads that become one, and what a sync writes.
    @Test func `makes the tables of a ledger in which every rule counts`() throws {
        let ledger = try ToolLedger()
        let maildir = ledger.directory.path("Maildir")
        func deliver(_ name: String, flags: String = "", received: Int = 1_700_000_000, _ fields: String) throws {
            let text = "Message-ID: <\(name)@example.org>\nSubject: \(name)\n\(fields)\n\nText of \(name).\n"
            try writeFile("\(maildir)/cur/\(received).\(name).host:2,\(flags)", Array(text.utf8))
        }
        func run(_ line: String) throws { try #require(shell(line, environment: [:]).status == 0, "\(line)") }
        func sync() throws { _ = try ledger.succeed("sync", maildir, "--account", ToolLedger.account) }
        try run("mkdir -p '\(maildir)/cur' '\(maildir)/new' '\(maildir)/tmp'")
        try deliver("forged", "From: a@example.net\nDate: 1 Jan 2099 10:00:00 +0000")
        try deliver("early", received: 4_000_000_000, "From: a@example.net")
        try deliver("hidden", flags: "T", "From: a@example.net")
        try deliver("shown", "From: a@example.net")
        for number in 1...8 { try deliver("part\(number)", "From: a@example.net") }
        try sync()
        try writeFile(
            ledger.directory.path("timeless.mbox"),
            Array(
                "From a Thu Jan  1 00:00:00 1970\nFrom: a@example.net\nDate: 1 Jan 2020 10:00:00 +0000\n\nOld.\n".utf8))
        try ledger.succeed(
            "import", ledger.directory.path("timeless.mbox"), "--account", ToolLedger.account)
        try ledger.succeed("thread", "--pin", "--mute", "--archive", "subject:part1")
        try ledger.succeed("thread", "--archive", "subject:part2 OR subject:part3 OR subject:part4")
        try ledger.succeed("thread", "--mute", "subject:part3 OR subject:part4 OR subject:part5 OR subject:part6")
        try ledger.succeed("thread", "--archive", "subject:part5 OR subject:part6 OR subject:part7")
        try deliver("stranger", "From: a@example.net\nReferences: <part1@example.org> <part2@example.org>")
        try deliver("own", "From: ADA@example.org\nReferences: <part3@example.org>\nIn-Reply-To: <part4@example.org>")
        try deliver("half", "From: ADA@example.org\nReferences: <part7@example.org> <part8@example.org>")
        try deliver("news", "From: a@example.net\nReferences: <part5@example.org>\nIn-Reply-To: <part6@example.org>")
        try sync()
        try ledger.succeed("delete", "--yes", "subject:shown OR subject:news")
        try ledger.succeed("copy", "subject:forged", "--to", "Archive")
        try ledger.succeed("unfile", "subject:forged", "--from", "INBOX")
        let deletion = try #require(ledger.json("log", "--verb", "delete").array?.first?["operation"]?.string)
        try sync()
        try ledger.succeed("undo", deletion)
        try expectAgreement(ledger, moments: 8, "a ledger in which every rule counts")
        try sync()
        try run(
            "cd '\(maildir)/cur' && mv *.hidden.* 1700000000.hidden.host:2,S && mv *.part4.* 1700000000.part4.host:2,T")
        try sync()
        try ledger.succeed("delete", "--yes", "subject:stranger")
        try expectAgreement(ledger, "a ledger in which every rule counts")
    }

    @Test func `answers what Docs/ReadModels.md asks it`() throws {
        let page = try DocumentationPage("Docs/ReadModels.md")
        let example = try #require(page.section("The same from the log alone")?.code("sh").first)
        let ledger = try DemoLedger.make()
        let answer = try shell(example, environment: ["MAILLEDGER": ledger.path])
        #expect(answer.status == 0 && answer.text.contains("new treasurer in March"), "\(answer.text)")
        #expect(answer.text.matches(of: /[0-9a-f]{64}  [a-z]+\n/).count == 6, "\(answer.text)")
    }

    @Test func `has fewer than 220 lines`() throws {
        #expect(try readText(projectRoot + "/Docs/Examples/replay.py").count { $0 == "\n" } < 220)
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
