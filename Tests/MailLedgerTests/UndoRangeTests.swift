import EventLog
import Mail
import MailLedger
import Testing

@Suite struct `Undo of a range` {
    private static let account = UndoableOperation.account

    /// A ledger with a mark, a move, an undo of it, and a folder behind its import.
    private static func busy() throws -> (sample: SampleLedger, before: PublicAnswers, rows: [OperationRow]) {
        let sample = try Undo.sample()
        let before = try PublicAnswers(of: sample.ledger)
        try sample.mark("in:INBOX", adding: [.flagged])
        try sample.move("subject:one", to: "Archive")
        _ = try sample.ledger.undo(.latest)
        try sample.addFolder("New", to: account)
        try sample.move("subject:two", to: "New")
        return (sample, before, try sample.ledger.operations(limit: 5))
    }

    @Test func `takes back all from the one to the other, and an undo of it does all again`() throws {
        for isTurned in [false, true] {
            let (sample, before, rows) = try Self.busy()
            let after = try PublicAnswers(of: sample.ledger)
            let ends = [rows[4], rows[0]].map { String($0.operation.description.prefix(13)) }
            let target =
                isTurned
                ? UndoTarget.operations(from: ends[1], through: ends[0])
                : .operations(from: ends[0], through: ends[1])
            let (plan, receipt) = try sample.ledger.undo(target)
            #expect(plan.operations.map(\.id) == rows.map(\.operation))
            // The undone move and its undo are as if they had not been.
            #expect(plan.count == 1 + 1 + 2 && receipt?.eventCount == plan.count)
            #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
            let row = try #require(try sample.ledger.operations(limit: 1).first)
            let numbers = rows.flatMap(\.transactionNumbers).sorted()
            #expect(row.cause == "undo:tx:\(numbers[0])..\(numbers[4])")
            // What is undone already leaves nothing to do; the one before it is the latest that can be undone.
            #expect(try sample.ledger.planUndo(target).isUndoneAlready)
            #expect(try sample.ledger.planUndo(.latest).command == "import")
            _ = try sample.ledger.undo(.operation(prefix: row.operation.description))
            #expect(difference(after, try PublicAnswers(of: sample.ledger)) == nil)
            #expect(try sample.ledger.maintenance.checkViews() == nil)
        }
    }

    @Test func `is named by transactions too, and tells what would change`() throws {
        let (sample, before, rows) = try Self.busy()
        let numbers = rows.flatMap(\.transactionNumbers).sorted()
        let target = UndoTarget.transactions(numbers[0]...numbers[4])
        let plan = try sample.ledger.planUndo(target)
        let (changes, count) = try sample.ledger.describe(plan)
        // The folder, message two that lies there, and the two messages that were flagged.
        #expect(count == 4 && changes.count == 4)
        let two = try #require(changes.first { $0.name == "two" })
        #expect(two.entity == "message" && two.changes.map(\.field) == ["copies.folder"])
        #expect(changes.first { $0.name == "one" }?.changes.map(\.field) == ["keywords"])
        #expect(changes.first { $0.entity == "folder" }?.changes.map(\.field) == ["is_deleted"])
        let (some, all) = try sample.ledger.describe(plan, limit: 1)
        #expect(some.count == 1 && all == 4)
        let head = try sample.head()
        #expect(try sample.ledger.planUndo(target).count == plan.count && sample.head() == head)
        _ = try sample.ledger.undo(target)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        for range in [1...999, 900...999] as [ClosedRange<Int64>] {
            #expect(throws: DomainError.self) { try sample.ledger.undo(.transactions(range)) }
        }
        #expect(throws: DomainError.self) { try sample.ledger.undo(.operations(from: "ffffffff", through: "ffffffff")) }
    }

    @Test func `is refused when later changes stand in the way, and says whose, or does the rest`() throws {
        let (sample, _, rows) = try Self.busy()
        var context = sample.ledger.context(command: "mark")
        context.actor = "bob"
        _ = try sample.ledger.mark(
            sample.filter("subject:one"), MarkMessages(removing: [.flagged]), context: context)
        let later = try #require(try sample.ledger.operations(limit: 1).first)
        let target = UndoTarget.operations(
            from: rows[4].operation.description, through: rows[0].operation.description)
        let head = try sample.head()
        #expect {
            try sample.ledger.undo(target)
        } throws: { error in
            guard case DomainError.conflict(let text, _)? = error as? DomainError else { return false }
            return text.hasSuffix("marked otherwise since (mark \(later.operation.description.prefix(8)) of bob)")
        }
        #expect(try sample.head() == head)
        let (plan, receipt) = try sample.ledger.undo(target, partially: true)
        #expect(plan.obstacles.count == 1 && receipt?.eventCount == 3)
        #expect(try sample.subjects("is:flagged") == ["two"] && sample.subjects("in:INBOX").count == 3)
    }
}
