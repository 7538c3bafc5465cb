import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// How messages come into a ledger and leave it.
@Suite struct `Messages that are saved and deleted` {
    private static let ada = "ada@example.org"
    private static let bob = "bob@example.net"

    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        for address in [Self.ada, Self.bob] { try sample.addAccount(address) }
        return sample
    }

    @Test(.requirement(71), arguments: Place.allCases)
    func `a thousand messages are one transaction, or nothing is saved`(place: Place) throws {
        let sample = try sample(place)
        let letters = (0..<1_000).map { Letter("m\($0)") }
        let before = try sample.head()
        let ids = try sample.save(letters, account: Self.ada)
        #expect(try Set(ids).count == 1_000 && sample.messagesCount() == 1_000)
        #expect(try sample.head() == before.advanced(by: 1_000))
        let operation = try #require(try sample.ledger.operations(limit: 1).first)
        #expect(operation.transactions == 1 && operation.events == 1_000)
        let head = try sample.head()
        #expect(throws: DomainError.self) {
            try sample.save([Letter("good"), Letter("bad").with { $0.folder = "nowhere" }], account: Self.ada)
        }
        #expect(try sample.head() == head && sample.messagesCount() == 1_000)
        // All are known: nothing is recorded again.
        #expect(try sample.save(letters, account: Self.ada) == ids)
        #expect(try sample.head() == head)
    }

    @Test(.requirement(72)) func `a deleted message takes its attachments along`() throws {
        let sample = try sample()
        let letter = Letter("one").with {
            $0.headers = ["Content-Type: application/pdf; name=a.pdf", "Content-Disposition: attachment"]
        }
        try sample.save([letter], account: Self.ada)
        func attachments() throws -> Int { try PublicAnswers(of: sample.ledger).tables["attachments"]?.count ?? -1 }
        #expect(try attachments() == 1)
        try sample.delete("*")
        #expect(try attachments() == 0)
        _ = try sample.ledger.undo(.latest)
        #expect(try attachments() == 1)
    }

    @Test(.requirement(73, 75)) func `deleteOldest keeps the newest by date, of one account`() throws {
        let sample = try sample()
        // In an order that is not that of their dates.
        let days = (1...15).map { 1 + $0 * 7 % 15 }
        for account in [Self.ada, Self.bob] {
            try sample.save(days.map { Letter("day \($0)", day: $0) }, account: account)
        }
        func subjects(_ account: String) throws -> Set<String> { Set(try sample.subjects("account:\(account)")) }
        let before = try PublicAnswers(of: sample.ledger)
        let context = sample.ledger.context(command: "prune", reason: "space")
        #expect(try sample.ledger.prune(.newest(10), account: Self.ada, context: context).pruned == 5)
        #expect(try subjects(Self.ada) == Set((6...15).map { "day \($0)" }) && subjects(Self.bob).count == 15)
        let head = try sample.head()
        #expect(try sample.ledger.prune(.newest(10), account: Self.ada, context: context).pruned == 0)
        #expect(try sample.head() == head)
        // One event each in one transaction, with the rule as its reason.
        let operation = try #require(try sample.ledger.operations(limit: 1).first)
        #expect(operation.transactions == 1 && operation.events == 5)
        #expect(operation.reason == "keep the newest 10: space")
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test(.requirement(73)) func `of equal dates the later recorded is the newer`() throws {
        let sample = try sample()
        try sample.save((0..<6).map { Letter("\($0)") }, account: Self.ada)
        try sample.ledger.prune(
            .newest(2), account: Self.ada, context: sample.ledger.context(command: "prune"))
        #expect(try sample.subjects("*") == ["4", "5"])
        #expect(throws: DomainError.self) {
            try sample.ledger.prune(.newest(-1), context: sample.ledger.context(command: "prune"))
        }
    }

    @Test(.requirement(75)) func `by age and in a folder, what lies elsewhere too stays there`() throws {
        let sample = try sample()
        try sample.save((1...6).map { Letter("day \($0)", day: $0).with { $0.folder = "Spam" } }, account: Self.ada)
        try sample.save((1...6).map { Letter("day \($0)", day: $0) }, account: Self.bob)
        // One lies in the inbox too.
        let bytes = Letter("day 2", day: 2).bytes
        try sample.scratch.write("other/a.eml", bytes)
        try sample.importing("\(sample.scratch.path)/other", account: Self.ada)
        let before = try PublicAnswers(of: sample.ledger)
        let rule = Retention.since(try #require(Timestamp(iso8601: "2024-02-04T00:00:00Z")))
        let plan = try sample.ledger.prune(
            rule, folder: "Spam", context: sample.ledger.context(command: "prune"), dryRun: true)
        #expect(plan.pruned == 3 && plan.messages == 6 && plan.receipt == nil)
        let outcome = try sample.ledger.prune(rule, folder: "Spam", context: sample.ledger.context(command: "prune"))
        #expect(outcome.places.map(\.pruned) == [3, 0] && outcome.receipt?.eventCount == 3)
        #expect(try sample.subjects("in:Spam") == ["day 4", "day 5", "day 6"])
        #expect(try sample.subjects("account:ada in:INBOX") == ["day 2"] && sample.messages("account:bob").count == 6)
        #expect(throws: DomainError.notFound(kind: "folder", name: "Nowhere")) {
            try sample.ledger.prune(rule, folder: "Nowhere", context: sample.ledger.context(command: "prune"))
        }
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(74)) func `an import leaves as many messages as the account keeps`() throws {
        let sample = try sample()
        var command = ChangeAccount()
        command.keepNewest = 1_000
        let context = sample.ledger.context(command: "account set")
        _ = try sample.ledger.changeAccount(Self.ada, command, context: context)
        let mbox = (0..<1_200).map { number in
            "From ada@example.org Thu Aug 22 12:36:23 2002\nFrom: ada@example.org\nSubject: \(number)\n"
                + "Date: 1 Feb 2024 10:\(number / 60 < 10 ? "0" : "")\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60) +0000\n\nbody\n\n"
        }
        let path = try sample.scratch.write("all.mbox", mbox.joined())
        for account in [Self.ada, Self.bob] { try sample.importing(path, account: account) }
        #expect(try sample.ledger.read { try $0.account(Self.ada).keepNewest } == 1_000)
        let left = try sample.messages("account:ada")
        #expect(try left.count == 1_000 && left.last?.subject == "200" && sample.messagesCount("account:bob") == 1_200)
        // The last transaction of the import's own operation did it.
        let imports = try sample.ledger.operations(limit: 10).filter { $0.command == "import" }
        #expect(imports.count == 2)
        _ = try sample.ledger.undo(.operation(prefix: #require(imports.last).operation.description))
        #expect(try sample.messagesCount("account:ada") == 0)
    }
}
