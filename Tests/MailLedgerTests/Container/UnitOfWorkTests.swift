import EventLog
import Glibc
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A unit of work` {
    private static let account = "ada@example.org"

    private func sample(_ place: Place) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        return sample
    }

    private struct Refusal: Error {}

    @Test(.requirement(217, 233), arguments: Place.allCases)
    func `is one transaction, in which each command sees what those before it did`(place: Place) throws {
        let sample = try sample(place)
        let ledger = sample.ledger
        let before = try ledger.store.head()
        let context = ledger.context(command: "tidy", reason: "spring")
        let outcome = try ledger.transaction(context) { unit in
            #expect(!unit.hasChanges)
            try sample.addFolder("2024", to: Self.account)
            #expect(unit.hasChanges && unit.eventCount == 1)
            try sample.addFolder("2024/Spring", to: Self.account)
            #expect(try sample.move("subject:one", to: "2024/Spring").changed == 1)
            #expect(try sample.mark("in:2024", adding: [.seen]).changed == 1)
            try sample.delete("not in:2024")
            // Its own streams go on within it.
            try sample.addAccount("bob@example.org")
            var change = ChangeAccount()
            change.displayName = "Bob"
            _ = try ledger.changeAccount("bob@example.org", change, context: context)
            return try sample.subjects("*")
        }
        #expect(outcome.output == ["one"])
        let after = try ledger.store.head()
        let receipt = try #require(outcome.receipt)
        #expect(after.transaction == before.transaction + 1 && receipt.transaction == after.transaction)
        #expect(
            receipt.firstPosition.rawValue == before.position.rawValue + 1 && receipt.lastPosition == after.position)
        let transaction = try #require(try ledger.store.transaction(after.transaction))
        #expect(transaction.operation == context.operation && transaction.eventCount == receipt.eventCount)
        #expect(try sample.messages().map(\.folders) == [["2024/Spring"]])
        #expect(try ledger.read { try $0.account("bob@example.org").displayName } == "Bob")
        #expect(try ledger.maintenance.checkViews() == nil)
        #expect(try ledger.maintenance.verifyLog().events == after.position.rawValue)
        // It is undone as it was done: as one.
        _ = try ledger.undo(.latest)
        #expect(try sample.messages().map(\.folders) == [["INBOX"], ["INBOX"]])
        #expect(try ledger.read { try $0.accounts().count } == 1)
    }

    @Test func `overrides a hold for its own reason, and keeps what led to all of it`() throws {
        let sample = try sample(.memory)
        let ledger = sample.ledger
        _ = try ledger.addHold(
            "case 7", on: .query("subject:one"), context: ledger.context(command: "hold add", reason: "letter"))
        func delete(_ reason: String?) throws {
            try ledger.transaction(ledger.context(command: "tidy", reason: reason)) { _ in
                _ = try ledger.perform(DeleteMessagesRequest(filter: "subject:one"), Call(overridesHolds: true))
            }
        }
        #expect(throws: DomainError.self) { try delete(nil) }
        try delete("the case is closed")
        #expect(try sample.subjects("*") == ["two"])

        try sample.delete("subject:two")
        let undone = try #require(try ledger.operations(limit: 1).first?.operation)
        try ledger.transaction(ledger.context(command: "tidy")) { _ in
            _ = try ledger.perform(UndoRequest(operation: undone.description))
        }
        #expect(try ledger.operations(limit: 1).first?.cause == "undo:\(undone)")
        #expect(try sample.subjects("*") == ["two"])
    }

    @Test(.requirement(217), arguments: Place.allCases)
    func `that throws leaves nothing, in the log and in the views`(place: Place) throws {
        let sample = try sample(place)
        let before = try PublicAnswers(of: sample.ledger)
        let head = try sample.head()
        #expect(throws: Refusal.self) {
            try sample.ledger.transaction(sample.ledger.context(command: "tidy")) { _ in
                try sample.addFolder("2024", to: Self.account)
                try sample.mark("*", adding: [.seen])
                try sample.deleteAccount(Self.account)
                throw Refusal()
            }
        }
        #expect(try sample.head() == head)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        // And the ledger goes on.
        #expect(try sample.mark("*", adding: [.seen]).changed == 2)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(217), arguments: Place.allCases)
    func `goes on behind a refusal that its closure catches, and nothing of that is left`(place: Place) throws {
        let sample = try sample(place)
        let outcome = try sample.ledger.transaction(sample.ledger.context(command: "tidy")) { unit in
            try sample.addFolder("A", to: Self.account)
            #expect(throws: DomainError.self) { try sample.addFolder("A", to: Self.account) }
            #expect(throws: DomainError.self) { try sample.move("*", to: "Nowhere") }
            try sample.addFolder("B", to: Self.account)
            #expect(unit.eventCount == 2)
        }
        #expect(outcome.receipt?.eventCount == 2)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(217)) func `that decides nothing appends nothing, and one within another is part of it`() throws
    {
        let sample = try sample(.memory)
        let head = try sample.head()
        let context = sample.ledger.context(command: "tidy")
        #expect(try sample.ledger.transaction(context) { _ in try sample.mark("*", removing: [.seen]) }.receipt == nil)
        #expect(try sample.head() == head)
        let outer = try sample.ledger.transaction(context) { _ in
            try sample.addFolder("A", to: Self.account)
            let inner = try sample.ledger.transaction(context) { _ in try sample.addFolder("A/B", to: Self.account) }
            #expect(inner.receipt == nil && inner.output.path == "A/B")
        }
        #expect(outer.receipt?.eventCount == 2)
    }

    @Test(.requirement(217)) func `finds words in mail that was there, and refuses to look for them in its own`() throws
    {
        let sample = try sample(.disk)
        let ledger = sample.ledger
        try ledger.transaction(ledger.context(command: "tidy")) { _ in
            #expect(try sample.mark("body", adding: [.flagged]).changed == 2)
            let account = try ledger.read { try $0.account(Self.account) }
            try ledger.mail.save(
                [RepositoryWorld.message("new", to: account.id)], context: ledger.context(command: "save"))
            #expect(throws: LedgerError.insideUnitOfWork) { try sample.mark("body", adding: [.seen]) }
            #expect(throws: LedgerError.insideUnitOfWork) { try ledger.maintenance.rebuild() }
            #expect(try sample.mark("is:flagged or is:unread", adding: [.seen]).changed == 3, "that needs no index")
        }
        #expect(try sample.subjects("body") == ["new", "one", "two"])
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(217)) func `that is killed in the middle leaves none of it`() async throws {
        let sample = try sample(.disk)
        let location = try #require(sample.location)
        let head = try sample.head()
        let path = location.directory
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let ledger = try Ledger.open(at: LedgerLocation(path), access: .readWrite)
            try ledger.transaction(ledger.context(command: "tidy")) { _ in
                _ = try ledger.delete(.all, context: ledger.context(command: "delete"))
                _ = try ledger.deleteAccount("ada@example.org", context: ledger.context(command: "delete"))
                kill(getpid(), SIGKILL)
            }
        }
        try sample.reopen()
        #expect(try sample.head() == head && sample.messages().count == 2)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try sample.ledger.maintenance.examine().allSatisfy(\.isHealthy))
    }

    @Test(.requirement(221)) func `a batch is one commit where single saves are many`() throws {
        let sample = try SampleLedger(.disk)
        let account = try sample.addAccount(Self.account)
        func commits(_ body: () throws -> Void) throws -> Int64 {
            let before = try sample.ledger.store.head().transaction
            try body()
            return try sample.ledger.store.head().transaction - before
        }
        // Each transaction is one commit of the log with synchronous FULL, which is one fsync of its journal.
        let context = sample.ledger.context(command: "save")
        let single = try commits {
            for number in 0..<40 {
                try sample.ledger.mail.save(
                    [RepositoryWorld.message("s\(number)", to: account.id)], context: context)
            }
        }
        let batch = try commits {
            try sample.ledger.mail.save(
                (0..<40).map { RepositoryWorld.message("b\($0)", to: account.id) }, context: context)
        }
        #expect(single >= 10 * batch && batch == 1)
    }
}
