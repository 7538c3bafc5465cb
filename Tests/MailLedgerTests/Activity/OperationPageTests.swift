import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A list of operations` {
    /// All operations by pages of random lengths.
    private func paged(_ ledger: Ledger, _ matching: RequestedLog, by lengths: () -> Int) throws -> [OperationRow] {
        var rows: [OperationRow] = []
        while true {
            let length = lengths()
            let page = try ledger.read { reader in
                try ListOperations(matching: matching, before: rows.last?.lastPosition.rawValue, limit: length)
                    .answer(from: reader).all().map(\.row)
            }
            rows += page
            if page.count < length { return rows }
        }
    }

    @Test func `goes on behind a row as if it had been read at once`() throws {
        var generator = SeededGenerator(for: "pages of operations")
        for round in 0..<4 {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(.memory, seed: generator.next())
            try commands.run(steps: 25, label: label)
            let ledger = commands.sample.ledger
            // Operations of several transactions, of which others come between.
            let contexts = (0..<3).map { ledger.context(command: "mark", reason: "long \($0)") }
            for number in 0..<24 {
                let context = contexts.randomElement(using: &generator) ?? contexts[0]
                let account = RandomCommands.addresses[number % 2]
                _ = try? ledger.mark(
                    commands.sample.filter("account:\(account)"),
                    MarkMessages(adding: KeywordSet([try Keyword("k\(number)")])), context: context)
            }
            for matching in [
                RequestedLog(), RequestedLog(reason: "long"), RequestedLog(command: "mark"),
                RequestedLog(account: RandomCommands.addresses[0]), RequestedLog(folder: "INBOX"),
                RequestedLog(type: "message-marked"), RequestedLog(filter: "subject:m1*"),
                RequestedLog(account: RandomCommands.addresses[1], filter: "is:read"), RequestedLog(effect: .moved),
            ] {
                let whole: [OperationRow]
                do {
                    whole = try ledger.answer(ListOperations(matching: matching)) { try $0.all().map(\.row) }
                } catch is DomainError {
                    continue
                }
                for length in [1, 3] {
                    #expect(try paged(ledger, matching) { length } == whole, "\(matching), \(label)")
                }
            }
        }
    }

    @Test func `before its beginning is empty, beyond its end is whole, and negative is refused`() throws {
        let sample = try SampleLedger()
        try sample.addAccount("ada@example.org")
        let ledger = sample.ledger
        func count(_ before: Int64) throws -> Int {
            try ledger.read { try ListOperations(before: before).answer(from: $0).all().count }
        }
        #expect(try count(0) == 0 && count(1) == 0 && count(.max) == 1)
        #expect(throws: DomainError.self) { try count(-1) }
    }
}
