import CivilTime
import EventLog
import Mail
import MailLedger
import TestSupport
import Testing

/// What a dry run of an import says of the rules by which accounts and folders keep mail.
@Suite struct `Stored retention on trial` {
    private static let ada = "ada@example.org"

    /// A ledger whose clock stands.
    private func sample() throws -> SampleLedger {
        let now = try #require(Timestamp(iso8601: "2025-02-15T00:00:00Z"))
        var environment = LedgerEnvironment.current()
        environment.log.now = { now }
        let sample = try SampleLedger(environment: environment)
        try sample.addAccount(Self.ada)
        return sample
    }

    private func keep(_ sample: SampleLedger, in folder: String?, newest: Int?, period: String? = nil) throws {
        guard let folder else {
            var change = ChangeAccount()
            (change.keepNewest, change.keepFor) = (newest, period)
            let context = sample.ledger.context(command: "account set")
            _ = try sample.ledger.changeAccount(Self.ada, change, context: context)
            return
        }
        var change = ChangeFolder()
        (change.keepNewest, change.keepFor) = (newest, period)
        let context = sample.ledger.context(command: "folder set")
        _ = try sample.ledger.changeFolder(folder, change, in: Self.ada, context: context)
    }

    private func hold(_ sample: SampleLedger, _ target: HoldTarget) throws {
        let context = sample.ledger.context(command: "hold add", reason: "letter")
        _ = try sample.ledger.addHold("case 7", on: target, context: context)
    }

    /// Imports a path on trial and then truly, and returns how many messages the rules took.
    private func importing(
        _ sample: SampleLedger, _ path: String, into folder: String = "INBOX", creating: Bool = false,
        _ label: String = ""
    ) throws -> Int {
        func run(dryRun: Bool) throws -> ImportReport {
            try Importer(
                into: sample.ledger, account: Self.ada,
                options: ImportOptions(folder: folder, dryRun: dryRun, createsFolder: creating),
                context: sample.ledger.context(command: "import")
            ).run([sample.scratch.path + "/" + path])
        }
        let head = try sample.head()
        let plan = try run(dryRun: true)
        #expect(try sample.head() == head)
        let report = try run(dryRun: false)
        #expect(plan.added == report.added && plan.pruned == report.pruned, "\(label)")
        return report.pruned
    }

    private func write(_ sample: SampleLedger, _ letters: [Letter], below folder: String) throws {
        for letter in letters { try sample.scratch.write("\(folder)/\(letter.name).eml", letter.bytes) }
    }

    @Test(.requirement(74, 75)) func `counts what is there and what comes`() throws {
        let sample = try sample()
        try write(sample, [Letter("old", day: 3)], below: "first")
        #expect(try importing(sample, "first") == 0)
        try keep(sample, in: "INBOX", newest: 1)
        try write(sample, [Letter("older", day: 1), Letter("new", day: 9)], below: "second")
        #expect(try importing(sample, "second") == 2)
        #expect(try sample.subjects("*") == ["new"])
    }

    @Test(.requirement(75)) func `skips what a hold will cover, by words of its body too`() throws {
        let sample = try sample()
        try hold(sample, .query("verdict"))
        try keep(sample, in: "INBOX", newest: 1)
        var court = Letter("court", day: 1)
        court.body = "The verdict.\n"
        try write(sample, [court, Letter("plain", day: 2), Letter("new", day: 3)], below: "mail")
        #expect(try importing(sample, "mail") == 1)
        #expect(try sample.subjects("*") == ["court", "new"])
    }

    @Test(.requirement(75)) func `takes nothing of an account under a hold`() throws {
        let sample = try sample()
        try hold(sample, .account(Self.ada))
        try keep(sample, in: nil, newest: 1)
        try write(sample, [Letter("old", day: 1), Letter("new", day: 3)], below: "mail")
        #expect(try importing(sample, "mail") == 0)
    }

    @Test(.requirement(75)) func `gives a folder that would be made the rule of the one above it`() throws {
        let sample = try sample()
        try sample.addFolder("A", to: Self.ada)
        try write(sample, [Letter("there", day: 5)], below: "first")
        #expect(try importing(sample, "first", into: "A") == 0)
        try keep(sample, in: "A", newest: 1)
        try keep(sample, in: "INBOX", newest: 9)
        try write(sample, [Letter("one", day: 1), Letter("two", day: 2)], below: "second")
        #expect(try importing(sample, "second", into: "A/New", creating: true) == 2)
        #expect(try sample.subjects("*") == ["there"])
    }

    @Test(.requirement(75), arguments: 0..<8) func `is right for random mail, rules and holds`(round: Int) throws {
        var random = SeededGenerator(for: "retention on trial \(round)")
        let sample = try sample()
        let paths = ["INBOX", "A", "A/B", "A/B/C", "E"]
        for path in paths.dropFirst() { try sample.addFolder(path, to: Self.ada) }
        if round.isMultiple(of: 2) { try hold(sample, .query("subject:kept")) }
        // The first part meets no rules: they begin to count with mail that is there.
        for part in 0..<4 {
            if part == 1 {
                for place in [nil] + paths.map(Optional.some) where Bool.random(using: &random) {
                    let newest = Bool.random(using: &random) ? Int.random(in: 1...6, using: &random) : nil
                    let days = Int.random(in: 367...378, using: &random)
                    let isAged = newest == nil || Bool.random(using: &random)
                    try keep(sample, in: place, newest: newest, period: isAged ? "\(days)d" : nil)
                }
            }
            let folder = "part\(part)"
            for _ in 0..<12 {
                let number = Int.random(in: 0..<30, using: &random)
                let subject = number.isMultiple(of: 4) ? "kept \(number)" : "m\(number)"
                let letter = Letter("m\(number)", day: number % 28 + 1, subject: subject)
                let place = ["", "A", "A/B", "A/New", "Z", "E"].randomElement(using: &random) ?? ""
                try write(sample, [letter], below: place.isEmpty ? folder : "\(folder)/\(place)")
            }
            let target = paths.randomElement(using: &random) ?? "INBOX"
            _ = try importing(sample, folder, into: target, "seed \(random.seed), part \(part)")
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }
}
