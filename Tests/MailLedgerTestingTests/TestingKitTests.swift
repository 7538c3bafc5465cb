import CivilTime
import Cryptography
import EventLog
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import SQLiteDatabase
import SendersExample
import TestSupport
import Testing

@Suite struct `A scenario` {
    private func withAccount() throws -> Scenario {
        try Scenario().given { ledger in
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        }
    }

    @Test func `tells which events a command recorded`() throws {
        let outcome = try withAccount().when { ledger in
            try ledger.perform(DeleteAccountRequest(account: "ada@example.org"))
        }
        try outcome.then(AccountDeleted.self)
        #expect(
            try outcome.thenOne(AccountDeleted.self).account
                == #require(outcome.events.first as? AccountDeleted).account)
        let mismatch = #expect(throws: Scenario.Mismatch.self) { try outcome.thenNothing() }
        #expect(mismatch?.description == "expected nothing, and AccountDeleted was recorded")
        #expect(throws: Scenario.Mismatch.self) { try outcome.thenRefused(by: DomainError.self) }
    }

    @Test func `tells why a command was refused`() throws {
        let outcome = try withAccount().when { ledger in
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        }
        let refusal = try outcome.thenRefused(by: DomainError.self)
        #expect(refusal == .alreadyExists(kind: "account", name: "ada@example.org"))
        #expect(outcome.events.isEmpty)
        #expect(throws: DomainError.self) { try outcome.thenNothing() }
    }

    @Test func `has a clock that is set, and the same ids for the same seed`() throws {
        let (one, other) = (try withAccount(), try withAccount())
        #expect(
            try one.ledger.store.root(at: one.ledger.store.head().position)
                == other.ledger.store.root(at: other.ledger.store.head().position))
        one.clock.advance(by: .seconds(-90))
        _ = try one.when { ledger in
            try ledger.perform(DeleteAccountRequest(account: "ada@example.org"))
        }
        let last = try #require(try one.ledger.store.transaction(one.ledger.store.head().transaction))
        #expect(last.recordedAt == Timestamp(microseconds: 1_704_067_200_000_000 - 90_000_000))
    }
}

@Suite struct `Random histories` {
    @Test func `are the same for the same seed and hold together`() throws {
        var roots: [SHA256Digest] = []
        for seed: UInt64 in [1, 1, 2] {
            let ledger = try Ledger.inMemory(environment: .testing(seed: seed))
            var generator = HistoryGenerator(seed: seed)
            try generator.run(on: ledger, steps: 60)
            roots.append(try ledger.store.root(at: ledger.store.head().position))
            #expect(try ledger.maintenance.checkViews() == nil)
        }
        #expect(roots[0] == roots[1] && roots[1] != roots[2])
    }

    @Test func `do all that a history can hold`() throws {
        let ledger = try Ledger.inMemory(environment: .testing())
        var generator = HistoryGenerator(seed: 3)
        try generator.run(on: ledger, steps: 400)
        var found: Set<String> = []
        try ledger.store.forEach(EventSelection(after: .start)) { event in
            found.insert(event.type.name)
            return true
        }
        let wanted: Set = [
            "mail.account-created", "mail.account-deleted", "mail.account-restored", "mail.folder-created",
            "mail.folder-renamed", "mail.folder-deleted", "mail.message-added", "mail.message-marked",
            "mail.message-moved", "mail.message-deleted", "mail.message-restored",
        ]
        #expect(wanted.subtracting(found).isEmpty)
    }
}

@Suite struct `The laws of read models` {
    @Test func `hold of one that is a function of the log`() throws {
        let seed = SeededGenerator().seed
        try ProjectionLaws.check(SendersProjector.self, histories: 8, seed: seed)
    }

    @Test func `are broken by one that remembers what no table holds`() throws {
        let ledger = try Ledger.inMemory(environment: .testing())
        var generator = HistoryGenerator(seed: 1)
        try generator.run(on: ledger, steps: 20)
        #expect(throws: ProjectionLaws.Violation.self) { try ProjectionLaws.check(UnlawfulProjector.self, on: ledger) }
    }
}
