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

    // MARK: Values that came back

    /// What sets a value and what resets it, with words of what stands in the way once it is set again.
    static let returning:
        [(
            set: @Sendable (SampleLedger) throws -> Void, reset: @Sendable (SampleLedger) throws -> Void, words: String
        )] = [
            (
                { try $0.mark("subject:one", adding: [.seen]) }, { try $0.mark("subject:one", removing: [.seen]) },
                "$seen of message "
            ),
            (
                { try $0.move("subject:one", to: "Archive") }, { try $0.move("subject:one", to: "INBOX") },
                "folder of message "
            ),
            (
                { try rename("Work", to: "Jobs", $0) }, { try rename("Jobs", to: "Work", $0) },
                "name of the folder Jobs "
            ),
            (
                { try call("Ada", $0) }, { try call("", $0) },
                "display_name of the account ada@example.org has been set again since (account set "
            ),
        ]

    private static func rename(_ folder: String, to name: String, _ sample: SampleLedger) throws {
        _ = try sample.ledger.renameFolder(
            folder, to: name, in: account, context: sample.ledger.context(command: "folder rename"))
    }

    private static func call(_ name: String, _ sample: SampleLedger) throws {
        var change = ChangeAccount()
        change.displayName = name
        _ = try sample.ledger.changeAccount(
            account, change, context: sample.ledger.context(command: "account set"))
    }

    @Test(arguments: returning.indices)
    func `leaves alone what was set again to the same value`(index: Int) throws {
        let row = Self.returning[index]
        let sample = try Undo.sample()
        let before = try PublicAnswers(of: sample.ledger)
        try row.set(sample)
        let first = UndoTarget.operation(
            prefix: try #require(try sample.ledger.operations(limit: 1).first).operation.description)
        try row.reset(sample)
        try row.set(sample)
        let (head, after) = (try sample.head(), try PublicAnswers(of: sample.ledger))
        let plan = try sample.ledger.planUndo(first)
        #expect(plan.count == 0 && plan.obstacles.count == 1, "\(plan.obstacles)")
        #expect(plan.obstacles.first?.hasPrefix(row.words) == true, "\(plan.obstacles)")
        #expect(throws: DomainError.self) { try sample.ledger.undo(first) }
        #expect(try sample.head() == head)
        #expect(difference(after, try PublicAnswers(of: sample.ledger)) == nil)
        // What was taken back is as if it had not been.
        for _ in 0..<2 { _ = try sample.ledger.undo(.latest) }
        #expect(try sample.ledger.planUndo(first).obstacles.isEmpty)
        var receipt = try #require(try sample.ledger.undo(first).receipt)
        for isUndone in [false, true, false, true] {
            receipt = try #require(
                try sample.ledger.undo(.operation(prefix: receipt.operation.description)).receipt)
            if isUndone { #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil) }
        }
        #expect(try sample.ledger.planUndo(first).isUndoneAlready)
    }

    @Test func `leaves alone what was done again after it had been taken back`() throws {
        for isDeletion in [false, true] {
            let sample = try Undo.sample()
            func run() throws {
                if isDeletion {
                    try sample.delete("subject:one")
                } else {
                    try sample.mark("subject:one", adding: [.seen])
                }
            }
            try run()
            let first = try #require(try sample.ledger.undo(.latest).plan.operations.first).id
            try run()
            let plan = try sample.ledger.planUndo(.operation(prefix: first.description))
            #expect(plan.isUndoneAlready && plan.count == 0 && plan.obstacles.isEmpty, "\(plan.obstacles)")
        }
    }

    @Test func `takes other labels as no change, and the rest once that is possible`() throws {
        let sample = try Undo.sample()
        try sample.mark("in:INBOX", adding: [.answered])
        let first = UndoTarget.operation(
            prefix: try #require(try sample.ledger.operations(limit: 1).first).operation.description)
        try sample.mark("in:INBOX", adding: [Keyword("other")])
        try sample.mark("subject:one", removing: [.answered])
        let later = try #require(try sample.ledger.operations(limit: 1).first).operation.description
        #expect(try sample.ledger.undo(first, partially: true).receipt?.eventCount == 2)
        _ = try sample.ledger.undo(.operation(prefix: later))
        #expect(try sample.subjects("is:answered") == ["one"])
        let plan = try sample.ledger.undo(first).plan
        #expect(plan.count == 1 && plan.obstacles.isEmpty, "\(plan.obstacles)")
        #expect(try sample.subjects("is:answered").isEmpty && sample.subjects("label:other").count == 3)
    }

    @Test func `of many messages finds the few that were changed since`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let mails = (0..<1_100).map { "From ada@example.org Mon Feb  5 10:00:00 2024\n\(SampleMail("m\($0)").text)\n" }
        try sample.importing(try sample.scratch.write("many.mbox", mails.joined()), account: Self.account)
        try sample.mark("*", adding: [.flagged])
        let first = UndoTarget.operation(
            prefix: try #require(try sample.ledger.operations(limit: 1).first).operation.description)
        // What was undone and done again counts as if it had not been.
        let undo = try #require(try sample.ledger.undo(first).receipt)
        _ = try sample.ledger.undo(.operation(prefix: undo.operation.description))
        for subject in ["subject:m7", "subject:m1090"] {
            try sample.mark(subject, removing: [.flagged])
            try sample.mark(subject, adding: [.flagged])
        }
        let (plan, receipt) = try sample.ledger.undo(first, partially: true)
        #expect(plan.obstacles.count == 2 && receipt?.eventCount == 1_098, "\(plan.obstacles)")
        #expect(try Set(sample.subjects("is:flagged")) == ["m7", "m1090"])
    }

    @Test func `finds no obstacle where nothing is left to undo, however many obstacles there are`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        // The few that stay are at both ends, so that they come behind many others, whatever the order.
        let mails = (0..<130).map { index in
            let mail = SampleMail("m\(index)", subject: (10..<120).contains(index) ? "gone" : "kept")
            return "From ada@example.org Mon Feb  5 10:00:00 2024\n\(mail.text)\n"
        }
        try sample.importing(try sample.scratch.write("many.mbox", mails.joined()), account: Self.account)
        func latest() throws -> String {
            try #require(try sample.ledger.operations(limit: 1).first).operation.description
        }
        try sample.delete("*")
        let first = UndoTarget.operation(prefix: try latest())
        _ = try sample.ledger.perform(UndeleteMessagesRequest(filter: "*"))
        try sample.delete("subject:gone")
        let later = try latest().prefix(8)
        let plan = try sample.ledger.planUndo(first)
        #expect(plan.count == 0 && plan.obstacles.count == 110, "\(plan.obstacles.count)")
        // The author is that of today's state.
        #expect(plan.obstacles.first?.contains(" \(later) of ") == true, "\(plan.obstacles)")
    }
}
