import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// What an undo, or an undelete, finds that others left it.
@Suite struct `An undo after others` {
    private static let account = UndoableOperation.account

    private func mark(_ label: String, _ operation: OperationID, in sample: SampleLedger) throws {
        var call = Call(command: "mark")
        call.operation = operation
        _ = try sample.ledger.perform(MarkMessagesRequest(filter: "subject:one", adding: [Keyword(label)]), call)
    }

    private func labels(_ sample: SampleLedger) throws -> [String] {
        try ["a", "b", "c"].filter { try !sample.messages("label:\($0)").isEmpty }
    }

    @Test(arguments: Place.allCases)
    func `takes back what an operation did behind its first undo, and no more`(place: Place) throws {
        let sample = try Undo.sample(place)
        let operation = OperationID(sample.ledger.environment.newID())
        try mark("a", operation, in: sample)
        let first = try #require(sample.ledger.undo(.latest).receipt)
        try mark("b", operation, in: sample)
        try mark("c", operation, in: sample)
        let plan = try sample.ledger.planUndo(.latest)
        #expect(plan.operation == operation && plan.count == 2 && plan.obstacles.isEmpty, "\(plan.obstacles)")
        let second = try #require(sample.ledger.undo(.operation(prefix: operation.description)).receipt)
        #expect(try labels(sample).isEmpty)
        #expect(try sample.ledger.planUndo(.operation(prefix: operation.description)).isUndoneAlready)
        // An undo of each undo brings back what that one took, in either order.
        _ = try sample.ledger.undo(.operation(prefix: first.operation.description))
        #expect(try labels(sample) == ["a"])
        #expect(try sample.ledger.planUndo(.operation(prefix: operation.description)).count == 1)
        _ = try sample.ledger.undo(.operation(prefix: second.operation.description))
        #expect(try labels(sample) == ["a", "b", "c"])
        let all = try sample.ledger.undo(.operation(prefix: operation.description)).plan
        #expect(all.count == 3 && all.cause == "undo:\(operation)")
        #expect(try labels(sample).isEmpty)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `of a removal against a hold brings everything back`() throws {
        let sample = try Undo.sample()
        let before = try PublicAnswers(of: sample.ledger)
        _ = try sample.ledger.perform(
            AddHoldRequest(hold: "case", kind: .query, target: "subject:four"), Call(reason: "law"))
        let held = try PublicAnswers(of: sample.ledger)
        for work in 0..<3 {
            var call = Call(reason: "an order")
            call.overridesHolds = true
            switch work {
            case 0: _ = try sample.ledger.perform(DeleteMessagesRequest(filter: "*"), call)
            case 1: _ = try sample.ledger.perform(DeleteFolderRequest(folder: "Work", account: Self.account), call)
            default: _ = try sample.ledger.perform(DeleteAccountRequest(account: Self.account), call)
            }
            #expect(try sample.subjects("subject:four").isEmpty)
            let plan = try sample.ledger.undo(.latest).plan
            #expect(plan.obstacles.isEmpty, "\(plan.obstacles)")
            #expect(difference(held, try PublicAnswers(of: sample.ledger)) == nil)
        }
        // The hold itself is not undone.
        #expect(throws: DomainError.self) { try sample.ledger.undo(.latest) }
        #expect(before.messages == held.messages)
    }

    @Test func `of an import whose folders are gone, message by message, is refused and does nothing`() throws {
        let sample = try Undo.sample()
        let undo = try #require(sample.ledger.undo(.latest).receipt)
        let head = try sample.head()
        let refusal = #expect(throws: DomainError.self) {
            try sample.ledger.perform(UndeleteMessagesRequest(filter: "*"))
        }
        #expect(refusal?.description.contains("is deleted") == true, "\(String(describing: refusal))")
        #expect(try sample.head() == head)
        let partly = try #require(
            sample.ledger.perform(UndeleteMessagesRequest(filter: "*", partially: true)).answer)
        // INBOX was there before the import.
        #expect(partly.changed == 3 && partly.matched == 5)
        #expect(try sample.subjects("*").count == 3)
        _ = try sample.ledger.undo(.latest)
        _ = try sample.ledger.undo(.operation(prefix: undo.operation.description))
        #expect(try sample.subjects("*").count == 5)
        let plan = try sample.ledger.planUndo(.operation(prefix: undo.operation.description))
        #expect(plan.isUndoneAlready && plan.count == 0)
    }
}
