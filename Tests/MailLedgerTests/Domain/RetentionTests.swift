import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import Synchronization
import TestSupport
import Testing

/// The rules by which accounts and folders keep mail, stored and followed.
@Suite struct `Stored retention` {
    private static let ada = "ada@example.org"

    /// A ledger whose clock stands.
    private func sample(at time: String = "2026-11-22T23:59:59Z") throws -> SampleLedger {
        let now = try #require(Timestamp(iso8601: time))
        var environment = LedgerEnvironment.current()
        environment.log.now = { now }
        let sample = try SampleLedger(environment: environment)
        try sample.addAccount(Self.ada)
        return sample
    }

    private func keep(_ sample: SampleLedger, newest: Int? = nil, period: String? = nil) throws {
        var change = ChangeAccount()
        (change.keepNewest, change.keepFor) = (newest, period)
        let context = sample.ledger.context(command: "account set")
        _ = try sample.ledger.changeAccount(Self.ada, change, context: context)
    }

    private func keep(_ sample: SampleLedger, in folder: String, newest: Int? = nil, period: String? = nil) throws {
        var change = ChangeFolder()
        (change.keepNewest, change.keepFor) = (newest, period)
        let context = sample.ledger.context(command: "folder set")
        _ = try sample.ledger.changeFolder(folder, change, in: Self.ada, context: context)
    }

    private func prune(_ sample: SampleLedger, dryRun: Bool = false) throws -> Requested<PruningForm> {
        try sample.ledger.prune(account: Self.ada, context: sample.ledger.context(command: "prune"), dryRun: dryRun)
    }

    private func save(_ sample: SampleLedger, _ days: ClosedRange<Int>, in folder: String) throws {
        try sample.save(
            days.map { day in Letter("\(folder) \(day)", day: day).with { $0.folder = folder } }, account: Self.ada)
    }

    @Test(.requirement(75)) func `a folder's rule counts before the account's, for what lies below it too`() throws {
        let sample = try sample()
        for path in ["Receipts", "Receipts/Old", "Receipts/Old/Short", "Kept"] {
            try sample.addFolder(path, to: Self.ada)
        }
        for folder in ["INBOX", "Receipts", "Receipts/Old", "Receipts/Old/Short", "Kept"] {
            try save(sample, 1...3, in: folder)
        }
        try keep(sample, newest: 2)
        try keep(sample, in: "Receipts", newest: 4, period: "7y")
        try keep(sample, in: "Receipts/Old/Short", newest: 1)
        try keep(sample, in: "Kept", period: "forever")
        let before = try PublicAnswers(of: sample.ledger)
        let plan = try prune(sample, dryRun: true)
        #expect(plan.receipt == nil)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        let places = Dictionary(uniqueKeysWithValues: plan.places.map { ($0.folder ?? "", $0) })
        #expect(places.mapValues(\.pruned) == ["": 1, "Receipts": 2, "Receipts/Old/Short": 2, "Kept": 0])
        #expect(places.mapValues(\.messages) == ["": 3, "Receipts": 6, "Receipts/Old/Short": 3, "Kept": 3])
        #expect(places["Receipts"]?.rule == "keep the newest 4, 7 years" && places["Kept"]?.rule == "keep for ever")

        #expect(try prune(sample).places == plan.places)
        #expect(try sample.subjects("in:INBOX") == ["INBOX 2", "INBOX 3"])
        #expect(
            try sample.subjects("in:Receipts") == [
                "Receipts 2", "Receipts 3", "Receipts/Old 2", "Receipts/Old 3", "Receipts/Old/Short 3",
            ])
        #expect(try sample.subjects("in:Kept").count == 3)
        let operation = try #require(try sample.ledger.operations(limit: 1).first)
        #expect(operation.transactions == 1 && operation.events == 5)
        #expect(operation.reason == "keep the newest 4, 7 years; keep the newest 1; keep the newest 2")
        #expect(try prune(sample).receipt == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(
        .requirement(75),
        arguments: [
            ("2025-02-05T23:59:59.999999Z", "1y", 5), ("2025-02-05T00:00:00Z", "1y", 5),
            ("2025-02-06T00:00:00Z", "1y", 6),
            ("2025-03-31T12:00:00Z", "13m", 29), ("2028-02-29T12:00:00Z", "4y", 29), ("2024-02-24T01:00:00Z", "2w", 10),
            ("2024-02-24T01:00:00Z", "20d", 4),
        ])
    func `an age is counted on the calendar, in whole days of UTC`(now: String, period: String, first: Int) throws {
        let sample = try sample(at: now)
        try save(sample, 1...29, in: "Spam")
        try keep(sample, period: period)
        _ = try prune(sample)
        #expect(Set(try sample.subjects("*")) == Set((first...29).map { "Spam \($0)" }))
        let rule = try #require(try rules(of: sample).last)
        let before = try #require(Timestamp(iso8601: "2024-02-\(first < 10 ? "0" : "")\(first)T00:00:00Z"))
        #expect(rule == PruningRule(origin: .account, keepFor: RetentionPeriod(typed: period), before: before))
    }

    /// The rules that the events of the log name.
    private func rules(of sample: SampleLedger) throws -> [PruningRule] {
        var rules: [PruningRule] = []
        try sample.ledger.store.forEach(EventSelection(), decodedBy: sample.ledger.catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            if let rule = (event as? MessageDeleted)?.prunedBy ?? (event as? CopyRemoved)?.prunedBy {
                rules.append(rule)
            }
            return true
        }
        return rules
    }

    @Test(.requirement(75)) func `each event says what of the rule called for it`() throws {
        let sample = try sample(at: "2025-02-04T10:00:00Z")
        try save(sample, 1...6, in: "Spam")
        try keep(sample, in: "Spam", newest: 5, period: "1y")
        _ = try prune(sample)
        let before = try #require(Timestamp(iso8601: "2024-02-04T00:00:00Z"))
        let spam = try sample.ledger.read { try $0.folder("Spam", inAccountNamed: Self.ada).id }
        func rule(_ newest: Int?) -> PruningRule {
            PruningRule(origin: .folder, folder: spam, keepNewest: newest, keepFor: .last(1, .year), before: before)
        }
        #expect(try rules(of: sample) == [rule(5), rule(nil), rule(nil)])
    }

    @Test(.requirement(75)) func `a message in two folders stays in the one that keeps it`() throws {
        let sample = try sample()
        try save(sample, 1...2, in: "INBOX")
        for (name, file) in [("INBOX 1", "a"), ("INBOX 2", "b")] {
            try sample.scratch.write("other/\(file).eml", Letter(name, day: name == "INBOX 1" ? 1 : 2).bytes)
        }
        try sample.importing("\(sample.scratch.path)/other", account: Self.ada, folder: "Archive")
        #expect(try sample.messages("*").allSatisfy { $0.folders == ["Archive", "INBOX"] })
        try keep(sample, in: "INBOX", newest: 1)
        try keep(sample, newest: 1)
        // What the folder has, the account's rule does not count.
        #expect(try prune(sample).places.map(\.messages) == [2, 0])
        #expect(try sample.subjects("in:INBOX") == ["INBOX 2"] && sample.subjects("in:Archive").count == 2)
        // Once both want to be rid of it, it ends.
        try keep(sample, in: "Archive", period: "1d")
        try keep(sample, in: "INBOX", period: "1d")
        let outcome = try prune(sample)
        #expect(outcome.receipt?.eventCount == 2)
        #expect(try sample.messagesCount() == 0)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(74, 75)) func `an import follows the rules, and an undo of it takes both back`() throws {
        let sample = try sample()
        try keep(sample, in: "Spam", newest: 2)
        let before = try PublicAnswers(of: sample.ledger)
        let mail = (1...5).map { Letter("\($0)", day: $0) }
        for letter in mail { try sample.scratch.write("mail/\(letter.name).eml", letter.bytes) }
        let report = try sample.importing("\(sample.scratch.path)/mail", account: Self.ada, folder: "Spam")
        #expect(report.added == 5 && report.pruned == 3)
        #expect(try sample.subjects("*") == ["4", "5"])
        // What was pruned does not come back.
        let again = try sample.importing("\(sample.scratch.path)/mail", account: Self.ada, folder: "Spam")
        #expect(again.added == 0 && again.pruned == 0)
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(75)) func `what a hold covers stays at an import, and prune is refused`() throws {
        let sample = try sample()
        try save(sample, 1...1, in: "Spam")
        let court = sample.ledger.context(command: "hold add", reason: "letter")
        _ = try sample.ledger.addHold("case 7", on: .query("subject:Spam"), context: court)
        try keep(sample, in: "Spam", period: "1y")
        let letter = Letter("new", day: 2)
        let path = try sample.scratch.write("new.eml", letter.bytes)
        #expect(try sample.importing(path, account: Self.ada, folder: "Spam").pruned == 1)
        #expect(try sample.subjects("*") == ["Spam 1"])
        #expect(throws: DomainError.self) { try prune(sample) }
        #expect(throws: DomainError.self) { try prune(sample, dryRun: true) }
        let context = sample.ledger.context(command: "prune", reason: "the court agrees")
        let outcome = try sample.ledger.prune(context: context, overridesHolds: true)
        #expect(outcome.pruned == 1 && outcome.receipt?.eventCount == 2)
        #expect(try sample.ledger.operations(limit: 1).first?.reason == "keep 1 year: the court agrees")
    }

    @Test(.requirement(75)) func `why missing tells the rule, after it was changed too`() throws {
        let sample = try sample()
        try save(sample, 1...3, in: "Spam")
        let ids = try sample.messages("*").reversed().map(\.id.description)
        try keep(sample, in: "Spam", newest: 2)
        _ = try prune(sample)
        try keep(sample, in: "Spam", newest: 0)
        try keep(sample, period: "7y")
        func finding(_ id: String) throws -> AbsenceFinding {
            try #require(try sample.ledger.whyMissing(id).findings.first)
        }
        let first = try finding(ids[0])
        #expect(first.kind == .pruned && first.detail == "the rule of Spam: keep the newest 2")
        #expect(first.event?.changes.map(\.field) == ["pruned_by.origin", "pruned_by.folder", "pruned_by.keep_newest"])
        try sample.ledger.prune(
            .newest(1), account: Self.ada, context: sample.ledger.context(command: "anything"))
        let second = try finding(ids[1])
        #expect(second.kind == .pruned && second.detail == "a rule for the account: keep the newest 1")
        _ = try sample.ledger.undo(.latest)
        #expect(try finding(ids[1]).kind == .present)
        // A deletion by hand is by no rule, whatever the command is called.
        _ = try sample.ledger.delete(sample.filter("subject:2"), context: sample.ledger.context(command: "prune"))
        let third = try finding(ids[1])
        #expect(third.kind == .deleted && third.detail == nil)
    }

    @Test(.requirement(75)) func `rules are settings: from the start, changed, lifted, undone and explained`() throws {
        let sample = try sample()
        var command = AddAccount(address: "bob@example.net")
        (command.keepNewest, command.keepFor) = (5, "18m")
        let bob = try sample.ledger.addAccount(command, context: sample.ledger.context(command: "account add"))
        #expect(bob.keepNewest == 5 && bob.keepFor == .last(18, .month))
        var settings = ChangeFolder()
        (settings.keepNewest, settings.keepFor) = (7, "forever")
        let folder = try sample.ledger.addFolder(
            FolderPath(parsing: "Box"), to: Self.ada, settings: settings,
            context: sample.ledger.context(command: "folder add"))
        #expect(folder.settings.keepNewest == 7 && folder.settings.keepFor == .forever)
        try keep(sample, in: "Box", newest: 0, period: "")
        #expect(try sample.ledger.read { try $0.folder("Box", inAccountNamed: Self.ada).settings.retention } == nil)
        _ = try sample.ledger.undo(.latest)
        #expect(try sample.ledger.read { try $0.folder("Box", inAccountNamed: Self.ada).settings } == folder.settings)
        for (field, value) in [("keep_newest", "7"), ("keep_for", "\"forever\"")] {
            let reason = try #require(try sample.ledger.why(folder: "Box", field: field).first)
            #expect("\(reason.value)".contains(value.filter { $0 != "\"" }) && reason.changes.count == 3)
        }
        #expect(try sample.ledger.why(account: "bob@example.net", field: "keep_for").first?.changes.count == 1)
        for (newest, period) in [(-1, nil), (nil, "soon"), (nil, "0d"), (nil, "P1Y6M")] as [(Int?, String?)] {
            #expect(throws: DomainError.self) { try keep(sample, newest: newest, period: period) }
            #expect(throws: DomainError.self) { try keep(sample, in: "Box", newest: newest, period: period) }
        }
        #expect(try prune(sample).pruned == 0)
    }

    @Test(.requirement(75), arguments: 0..<6) func `the nearest rule decides, of random mail and rules`(round: Int)
        throws
    {
        var random = SeededGenerator(for: "retention\(round)")
        let sample = try sample(at: "2025-02-15T00:00:00Z")
        let paths = ["INBOX", "A", "A/B", "A/B/C", "A/D", "E"]
        for path in paths.dropFirst() { try sample.addFolder(path, to: Self.ada) }
        // The days of messages and the folders that each lies in.
        var mail: [(name: String, day: Int, folders: Set<String>)] = []
        for number in 0..<40 {
            let day = Int.random(in: 1...28, using: &random)
            let folders = Set(
                (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in paths.randomElement(using: &random) })
            for folder in folders.sorted() {
                let letter = Letter("m\(number)", day: day)
                let name = folder.replacing("/", with: "-")
                try sample.scratch.write("\(name)/\(name)\(number).eml", letter.bytes)
            }
            mail.append(("m\(number)", day, folders))
        }
        for folder in paths {
            let path = sample.scratch.path + "/" + folder.replacing("/", with: "-")
            if mail.contains(where: { $0.folders.contains(folder) }) {
                try sample.importing(path, account: Self.ada, folder: folder)
            }
        }
        var rules: [String: (newest: Int?, first: Int?)] = [:]
        for place in paths + [""] where Bool.random(using: &random) {
            let newest = Bool.random(using: &random) ? Int.random(in: 1...9, using: &random) : nil
            let age = newest == nil || Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : nil
            rules[place] = (newest, age.map { 15 - $0 })
            let period = age.map { "\(366 + $0)d" }
            if place.isEmpty {
                try keep(sample, newest: newest, period: period)
            } else {
                try keep(sample, in: place, newest: newest, period: period)
            }
        }

        // What should stay where.
        func holder(_ folder: String) -> String {
            var names = folder.split(separator: "/")
            while !names.isEmpty {
                let path = names.joined(separator: "/")
                if rules[path] != nil { return path }
                names.removeLast()
            }
            return ""
        }
        let rows = try sample.messages("*")
        let order = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.subject ?? "", $0) })
        var expected: [String: Set<String>] = [:]
        for (place, rule) in rules {
            let members = mail.filter { message in
                let holders = Set(message.folders.map(holder))
                return place.isEmpty ? holders == [""] : holders.contains(place)
            }.sorted { (order[$0.name] ?? 0) < (order[$1.name] ?? 0) }
            for (index, message) in members.enumerated() {
                let stays = index < rule.newest ?? .max && message.day >= rule.first ?? .min
                if !stays { expected[message.name, default: []].insert(place) }
            }
        }
        var remaining: [String: [String]] = [:]
        for message in mail {
            let left = message.folders.filter { !expected[message.name, default: []].contains(holder($0)) }
            let isEnded = expected[message.name]?.contains("") == true
            if !isEnded, !left.isEmpty { remaining[message.name] = left.sorted() }
        }

        _ = try prune(sample)
        let found = Dictionary(
            uniqueKeysWithValues: try sample.messages("*").map { ($0.subject ?? "", $0.folders.sorted()) })
        #expect(found == remaining, "\(rules)")
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }
}
