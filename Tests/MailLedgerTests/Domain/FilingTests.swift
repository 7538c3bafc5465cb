import EventLog
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Messages in several folders.
@Suite struct `Filing` {
    private static let account = SyncedLedger.account

    private func sample(_ mails: [String] = ["one", "two"]) throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        for folder in ["Work", "Play", "Later"] { try sample.addFolder(folder, to: Self.account) }
        try sample.importing(mails.map { SampleMail($0) }, account: Self.account)
        return sample
    }

    @Test func `puts a message into one more folder by one event, and takes it off by one`() throws {
        let sample = try sample()
        let filed = try sample.file("*", to: "Work")
        #expect(filed.changed == 2 && filed.operation != nil)
        #expect(try sample.subjects("in:Work") == ["one", "two"] && sample.subjects("in:INBOX") == ["one", "two"])
        #expect(try sample.messages().count == 2)
        let again = try sample.file("*", to: "Work")
        #expect(again.changed == 0 && again.operation == nil)
        for folder in ["INBOX", "Work"] {
            try sample.file("*", to: folder)
            let taken = try sample.unfile("subject:one", from: folder)
            #expect(taken.changed == 1 && taken.operation != nil)
            #expect(try sample.subjects("in:\(folder)") == ["two"])
            try sample.file("*", to: folder)
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `is no move, also where two copies lie in one folder: each undo takes back its own`() throws {
        for undone in ["Work", "INBOX"] {
            let sample = try sample(["one"])
            let copied = try #require(try sample.file("*", to: "Work").operation)
            let moved = try #require(try sample.move("*", to: "Work").operation)
            try sample.file("*", to: "Later")
            #expect(try sample.subjects("moved-to:Later").isEmpty)
            try sample.ledger.undo(.operation(prefix: (undone == "Work" ? copied : moved).description))
            #expect(try sample.subjects("in:Later") == ["one"] && sample.subjects("in:Work") == ["one"])
            #expect(try sample.subjects("in:INBOX") == (undone == "Work" ? [] : ["one"]))
        }
    }

    @Test func `leaves no more copies behind, however often a message is put and taken off`() throws {
        let sample = try sample(["one"])
        for _ in 0..<5 {
            for (folder, other) in [("Work", "INBOX"), ("INBOX", "Work")] {
                try sample.file("*", to: folder)
                try sample.unfile("*", from: other)
            }
        }
        let copies = try sample.ledger.read { try $0.states(matching: .all).map(\.copies.count) }
        #expect(copies == [2], "the copy that came by the import, and the one beside it")
        let report = try sample.importing([SampleMail("one")], account: Self.account)
        #expect(report.existing == 1 && report.added == 0)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `refuses the last folder, and another account's`() throws {
        let sample = try sample()
        try sample.file("subject:one", to: "Work")
        try sample.addAccount("eve@example.org")
        try sample.addFolder("Evening", to: "eve@example.org")
        let head = try sample.head()
        let last = #expect(throws: DomainError.self) { try sample.unfile("*", from: "INBOX") }
        #expect(last?.description.hasSuffix("is in no other folder than INBOX") == true)
        #expect(last.map(Refusal.init)?.hint == .moveOrDelete)
        let other = #expect(throws: DomainError.self) {
            try sample.file("*", to: "Evening", in: "eve@example.org")
        }
        #expect(other?.description.contains("belongs to another account") == true)
        #expect(throws: DomainError.self) { try sample.unfile("*", from: "Evening", in: "eve@example.org") }
        #expect(throws: DomainError.self) { try sample.file("*", to: "Nowhere") }
        #expect(try sample.head() == head)
        #expect(try sample.subjects("in:INBOX") == ["one", "two"])
    }

    @Test func `counts a folder that was deleted as none`() throws {
        let sample = try sample(["one"])
        try sample.file("*", to: "Work")
        _ = try sample.ledger.deleteFolder(
            "Work", in: Self.account, policy: .cascade, context: sample.ledger.context(command: "folder delete"))
        #expect(throws: DomainError.self) { try sample.unfile("*", from: "INBOX") }
        try sample.file("*", to: "Play")
        try sample.unfile("*", from: "INBOX")
        #expect(try sample.subjects("in:Play") == ["one"])
    }

    @Test func `is not taken back by the next import of the same files`() throws {
        let sample = try sample()
        try sample.file("*", to: "Work")
        try sample.unfile("*", from: "INBOX")
        let report = try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        #expect(report.existing == 2 && report.added == 0)
        #expect(try sample.subjects("in:INBOX").isEmpty && sample.subjects("in:Work") == ["one", "two"])
    }

    @Test func `evades no hold`() throws {
        let sample = try sample(["one"])
        try sample.file("*", to: "Work")
        _ = try sample.ledger.addHold(
            "case", on: .query("*"), context: sample.ledger.context(command: "hold add", reason: "letter"))
        try sample.unfile("*", from: "INBOX")
        #expect(throws: DomainError.self) { try sample.unfile("*", from: "Work") }
        #expect(try sample.subjects("*") == ["one"])
    }

    @Test func `stays what a set of folders for each message is, and each undo takes one step back`() throws {
        var random = SeededGenerator(for: "filing")
        let sample = try sample(["one", "two", "three"])
        let folders = ["INBOX", "Work", "Play", "Later"]
        var model = Dictionary(uniqueKeysWithValues: ["one", "two", "three"].map { ($0, Set(["INBOX"])) })
        func check(_ what: String) throws {
            for folder in folders {
                let here = model.filter { $0.value.contains(folder) }.keys.sorted()
                #expect(try sample.subjects("in:\(folder)") == here, "\(what), seed \(random.seed)")
            }
        }
        for step in 0..<60 {
            let subject = ["one", "two", "three"].randomElement(using: &random) ?? "one"
            let folder = folders.randomElement(using: &random) ?? "INBOX"
            let before = model
            let head = try sample.head()
            var operation: OperationID?
            let what = "step \(step): \(subject) \(folder)"
            if Bool.random(using: &random) {
                operation = try sample.file("subject:\(subject)", to: folder).operation
                model[subject]?.insert(folder)
            } else if model[subject] == [folder] {
                #expect(throws: DomainError.self) { try sample.unfile("subject:\(subject)", from: folder) }
            } else {
                operation = try sample.unfile("subject:\(subject)", from: folder).operation
                model[subject]?.remove(folder)
            }
            #expect((operation != nil) == (before != model), "\(what), seed \(random.seed)")
            let events = try sample.head().rawValue - head.rawValue
            // What an import found beside what a command made moves, and the other ends.
            #expect((operation == nil ? 0...0 : 1...2).contains(events), "\(what), seed \(random.seed)")
            try check(what)
            if let operation, Int.random(in: 0..<3, using: &random) == 0 {
                let (plan, _) = try sample.ledger.undo(.operation(prefix: operation.description))
                #expect(plan.obstacles.isEmpty, "\(what), seed \(random.seed)")
                model = before
                try check("undone \(what)")
            }
        }
        // However often a message goes to and fro, it has no more copies than folders and files.
        #expect(try sample.messages().allSatisfy { message in try sample.copies(of: message) <= folders.count + 1 })
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    // MARK: In a synced Maildir

    @Test func `reaches a synced Maildir, and so does its undo`() throws {
        let synced = try SyncedLedger()
        try synced.maildir.add(SampleMail("one"), flags: "S")
        try synced.sync()
        try synced.sample.addFolder("Work", to: SyncedLedger.account)
        let filed = try synced.sample.file("*", to: "Work")
        try synced.sync()
        #expect(try synced.maildir.names().count == 2)
        #expect(try synced.maildir.names().allSatisfy { $0.hasSuffix(":2,S") })
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.subjects("in:Work") == ["one"] && synced.sample.subjects("in:INBOX") == ["one"])
        // Off the inbox: its file is marked for the trash, and the message does not come in again.
        try synced.sample.unfile("*", from: "INBOX")
        try synced.sync()
        #expect(try synced.maildir.state()[" one"] == "ST")
        #expect(try synced.sync().isEmpty)
        #expect(try synced.sample.subjects("in:INBOX").isEmpty && synced.sample.subjects("in:Work") == ["one"])
        // In the inbox again: the mark goes.
        try synced.sample.file("*", to: "INBOX")
        try synced.sync()
        #expect(try synced.maildir.state()[" one"] == "S")
        #expect(try synced.sample.messages().count == 1)
        // The undo of what a sync has carried there since.
        _ = try synced.ledger.undo(
            .operation(prefix: #require(filed.operation).description))
        #expect(try synced.sample.subjects("in:Work").isEmpty && synced.sample.subjects("in:INBOX") == ["one"])
        try synced.sync()
        #expect(try synced.sample.subjects("in:Work").isEmpty)
        #expect(try synced.maildir.names().filter { $0.hasSuffix("T") }.count == 1)
        #expect(try synced.sync().isEmpty)
        #expect(try synced.ledger.maintenance.checkViews() == nil)
    }
}

extension SampleLedger {
    fileprivate func copies(of message: MessageRow) throws -> Int {
        try ledger.read { try $0.copies(of: message).count }
    }

    @discardableResult
    fileprivate func file(_ query: String, to folder: String, in account: String? = nil) throws -> MessageOutcome {
        try ledger.file(filter(query), to: folder, in: account, context: ledger.context(command: "copy"))
    }

    @discardableResult
    fileprivate func unfile(
        _ query: String, from folder: String, in account: String? = nil
    ) throws -> MessageOutcome {
        try ledger.unfile(filter(query), from: folder, in: account, context: ledger.context(command: "unfile"))
    }
}
