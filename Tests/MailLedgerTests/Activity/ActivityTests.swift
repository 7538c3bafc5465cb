import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Activity by day, account, actor and command` {
    @Test(arguments: Place.allCases)
    func `adds up to what is there after random commands, undo and erasures`(place: Place) throws {
        var generator = SeededGenerator(for: "activity \(place)")
        for round in 0..<(place == .memory ? 8 : 3) {
            let label = "seed \(generator.seed) round \(round)"
            var commands = try RandomCommands(place, seed: generator.next())
            try commands.run(steps: 25, label: label)
            try expectSums(commands.sample, label)
            let messages = try commands.sample.messages()
            for message in messages.shuffled(using: &generator).prefix(2) {
                let ledger = commands.sample.ledger
                try ledger.erase(
                    .message(prefix: message.id.description),
                    context: ledger.context(command: "erase", reason: "asked for"))
            }
            try expectSums(commands.sample, "erased, \(label)")
            #expect(try commands.sample.ledger.maintenance.checkViews() == nil, "erased, \(label)")
        }
    }

    @Test func `of an erased header has no actor, and all is as rebuilt`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount("ada@example.org")
        try sample.addAccount("grace@example.org")
        try sample.importing([SampleMail("one"), SampleMail("two")], account: "ada@example.org")
        let ledger = sample.ledger
        try ledger.erase(.account("ada@example.org"), context: ledger.context(command: "erase", reason: "asked for"))
        try expectSums(sample, "an account erased")
        #expect(try ledger.maintenance.checkViews() == nil)
        let actors = try ledger.read { reader in
            try reader.connection.rows("SELECT DISTINCT actor FROM activity") { try $0.next(String.self) }
        }
        let blank = try ledger.read { reader in
            try reader.connection.first("SELECT count(*) FROM recorded WHERE actor IS NULL") { try $0.next(Int.self) }
        }
        #expect(actors.contains("") == ((blank ?? 0) > 0))
    }

    /// Compares sums over the days with the tables of the present, and with the log.
    private func expectSums(_ sample: SampleLedger, _ label: String) throws {
        var operations: Set<OperationID> = []
        var events: [String: Int] = [:]
        try sample.ledger.store.forEachTransaction(from: 1, isBackward: false) { transaction in
            operations.insert(transaction.operation)
            events[try transaction.openedHeader()?.actor ?? "", default: 0] += transaction.eventCount
            return true
        }
        try sample.ledger.read { reader in
            let connection = reader.connection
            func number(_ sql: SQL) throws -> Int { try connection.first(sql) { try $0.next(Int.self) } ?? 0 }
            #expect(try number("SELECT sum(begun) FROM activity") == operations.count, "\(label)")
            let byActor = try connection.rows("SELECT actor, sum(events) FROM activity GROUP BY actor") {
                try ($0.next(String.self), $0.next(Int.self))
            }
            #expect(Dictionary(uniqueKeysWithValues: byActor) == events, "\(label)")
            let counts = try UnreadQuery(on: connection).accounts()
            for account in try reader.accounts(includingDeleted: true) {
                let id = account.stream.rawValue
                let count = counts.first { $0.account == account.stream }
                let total = try number("SELECT sum(total_delta) FROM activity WHERE account = \(bind: id)")
                let unread = try number("SELECT sum(unread_delta) FROM activity WHERE account = \(bind: id)")
                #expect(total == count?.total ?? 0 && unread == count?.unread ?? 0, "\(account.address), \(label)")
                let size: SQL =
                    account.isDeleted
                    ? "SELECT 0"
                    : """
                    SELECT ifnull(sum(size), 0) FROM message WHERE account = \(bind: id) AND is_live
                    """
                #expect(
                    try number("SELECT sum(size_delta) FROM activity WHERE account = \(bind: id)") == number(size),
                    "\(account.address), \(label)")
            }
            let days = try connection.rows("SELECT account, day, messages FROM mail_day WHERE messages <> 0") {
                try [$0.next(Int64.self), $0.next(Int64.self), $0.next(Int64.self)]
            }
            let dates = try connection.rows("SELECT account, sort_date FROM message WHERE is_live") {
                try [$0.next(Int64.self), $0.next(Int64.self).floored(by: 86_400_000_000)]
            }
            #expect(
                Set(days) == Set(Dictionary(grouping: dates, by: \.self).map { $0.key + [Int64($0.value.count)] }),
                "\(label)")
        }
    }
}
