import EventLog
import Mail
import MailLedger
import Projections
import Testing

/// One kind of operation, on a ledger with some mail in it.
struct UndoableOperation: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (SampleLedger) throws -> Void

    var testDescription: String { name }

    static let account = "ada@example.org"

    static let all: [UndoableOperation] = [
        .init(name: "account add") { try $0.addAccount("grace@example.org") },
        .init(name: "account delete") { try $0.deleteAccount(account) },
        .init(name: "folder add") { try $0.addFolder("Work/Sub", to: account) },
        .init(name: "folder rename") { sample in
            _ = try sample.ledger.renameFolder(
                "Work", to: "Jobs", in: account, context: sample.ledger.context(command: "folder rename"))
        },
        .init(name: "folder move") { sample in
            _ = try sample.ledger.moveFolder(
                "Work/Deep", under: nil, in: account, context: sample.ledger.context(command: "folder move"))
        },
        .init(name: "folder delete") { sample in
            _ = try sample.ledger.deleteFolder(
                "Work", in: account, context: sample.ledger.context(command: "folder delete"))
        },
        .init(name: "folder delete, its mail to the archive") { sample in
            _ = try sample.ledger.deleteFolder(
                "Work", in: account, policy: .nullify, context: sample.ledger.context(command: "folder delete"))
        },
        .init(name: "folder delete of an empty folder that is not to hold anything") { sample in
            _ = try sample.move("in:Work/Deep", to: "INBOX")
            _ = try sample.ledger.undo(.latest)
            _ = try sample.ledger.deleteFolder(
                "Empty", in: account, policy: .deny, context: sample.ledger.context(command: "folder delete"))
        },
        .init(name: "folder set") { sample in
            var change = ChangeFolder()
            (change.icon, change.color, change.visibility) = ("tray", "#123456", .hide)
            (change.externalID, change.role) = ("L1", .spam)
            _ = try sample.ledger.changeFolder(
                "Work", change, cursor: ChangeFolderCursor(uidValidity: 1, highestModSeq: ModificationSequence(.max)),
                in: account, context: sample.ledger.context(command: "folder set"))
        },
        .init(name: "folder set of the role of spam, and then of another") { sample in
            var change = ChangeFolder()
            change.role = .other
            _ = try sample.ledger.changeFolder(
                "Trash", change, in: account, context: sample.ledger.context(command: "folder set"))
        },
        .init(name: "folder reorder") { sample in
            _ = try sample.ledger.reorderFolders(
                ["Work", "Sent", "INBOX"], in: account, context: sample.ledger.context(command: "folder reorder"))
        },
        .init(name: "account set") { sample in
            var change = ChangeAccount()
            (change.address, change.provider, change.displayName) = ("grace@gmail.com", .gmail, "Grace")
            (change.authTypes, change.credentialRef, change.isEnabled) = ([.appPassword], "env:SECRET", false)
            change.smtp.port = 2525
            _ = try sample.ledger.changeAccount(
                account, change, context: sample.ledger.context(command: "account set"))
        },
        .init(name: "import of new messages into new folders") { sample in
            try sample.scratch.write("more/New/Below/cur/new:2,F", SampleMail("new").text)
            try sample.scratch.write("more/cur/new2:2,", SampleMail("new2").text)
            try sample.importing("\(sample.scratch.path)/more", account: account)
        },
        .init(name: "import of copies and of changed flags") { sample in
            try sample.scratch.write("more/cur/one:2,RS", SampleMail("one").text)
            try sample.scratch.write("more/Work/cur/two:2,F", SampleMail("two").text)
            try sample.scratch.write("more/cur/three:2,T", SampleMail("three").text)
            try sample.importing("\(sample.scratch.path)/more", account: account)
        },
        .init(name: "mark") { try $0.mark("*", adding: [.seen, Keyword("urgent")], removing: [.flagged]) },
        .init(name: "move") { try $0.move("*", to: "Archive") },
        .init(name: "copy") { sample in
            _ = try sample.ledger.file(
                sample.filter("*"), to: "Archive", context: sample.ledger.context(command: "copy"))
        },
        .init(name: "delete") { try $0.delete("in:INBOX") },
        .init(name: "prune") { sample in
            _ = try sample.ledger.prune(.newest(2), context: sample.ledger.context(command: "prune"))
        },
        .init(name: "prune of a folder") { sample in
            _ = try sample.ledger.prune(.newest(0), folder: "INBOX", context: sample.ledger.context(command: "prune"))
        },
        .init(name: "thread pin and archive") { sample in
            _ = try sample.ledger.markThreads(
                sample.filter("*"), MarkThreads(isPinned: true, isMuted: true, isArchived: true),
                context: sample.ledger.context(command: "thread"))
        },
    ]
}

@Suite struct `Undo` {
    private static let account = UndoableOperation.account

    /// Three messages in INBOX and in folders below each other.
    static func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(account)
        try sample.addFolder("Empty", to: account)
        var none = ChangeFolder()
        none.role = .other
        _ = try sample.ledger.changeFolder(
            "Spam", none, in: account, context: sample.ledger.context(command: "folder set"))
        var reply = SampleMail("two")
        reply.references = ["one@example.org"]
        try sample.scratch.write("box/cur/one:2,", SampleMail("one").text)
        try sample.scratch.write("box/cur/two:2,F", reply.text)
        try sample.scratch.write("box/cur/three:2,S", SampleMail("three").text)
        try sample.scratch.write("box/Work/cur/four:2,", SampleMail("four").text)
        try sample.scratch.write("box/Work/Deep/cur/five:2,", SampleMail("five").text)
        try sample.importing("\(sample.scratch.path)/box", account: account)
        return sample
    }

    @Test(arguments: UndoableOperation.all)
    func `brings back every answer, and so does undoing it twice`(operation: UndoableOperation) throws {
        let sample = try Self.sample()
        let before = try PublicAnswers(of: sample.ledger)
        try operation.run(sample)
        let after = try PublicAnswers(of: sample.ledger)
        #expect(before != after)

        let (plan, receipt) = try sample.ledger.undo(.latest, reason: "a slip")
        #expect(plan.obstacles.isEmpty && plan.count == receipt?.eventCount)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        let undone = try #require(receipt?.operation)
        let (_, redone) = try sample.ledger.undo(.operation(prefix: undone.description))
        #expect(difference(after, try PublicAnswers(of: sample.ledger)) == nil)
        _ = try sample.ledger.undo(.operation(prefix: #require(redone?.operation).description))
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        let log = try sample.ledger.operations(limit: 3)
        #expect(log.map(\.command) == ["undo", "undo", "undo"])
        #expect(log.last?.reason == "a slip" && log.last?.cause == "undo:\(plan.operation)")
    }

    @Test func `goes back one operation at a time, to an empty ledger`() throws {
        let sample = try SampleLedger(.disk)
        let empty = try PublicAnswers(of: sample.ledger)
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try sample.mark("*", adding: [.seen])
        try sample.delete("subject:one")
        for command in ["delete", "mark", "import", "account add"] {
            #expect(try sample.ledger.undo(.latest).plan.command == command)
        }
        #expect(difference(empty, try PublicAnswers(of: sample.ledger)) == nil)
        let head = try sample.head()
        #expect(throws: DomainError.notFound(kind: "operation", name: "to undo")) { try sample.ledger.undo(.latest) }
        #expect(try sample.head() == head)
    }

    @Test func `passes over an operation that left nothing to take back`() throws {
        let sample = try Self.sample()
        try sample.mark("subject:one", adding: [.seen])
        try sample.scratch.write("nothing/data.bin", "no mail\n")
        let report = try sample.importing("\(sample.scratch.path)/nothing", account: Self.account)
        #expect(report.skipped.count == 1)
        #expect(try sample.ledger.operations(limit: 1).first?.command == "import")
        #expect(try sample.ledger.undo(.latest).plan.command == "mark")
    }

    @Test func `of an import lets the same mail come in again`() throws {
        let sample = try Self.sample()
        let before = try PublicAnswers(of: sample.ledger)
        let paths = before.messages.map { "\($0.folders) \($0.id) \($0.keywords)" }
        _ = try sample.ledger.undo(.latest)
        #expect(try sample.messages().isEmpty)
        let report = try sample.importing("\(sample.scratch.path)/box", account: Self.account)
        #expect(report.added == 5 && report.seen == 5)
        let after = try PublicAnswers(of: sample.ledger)
        #expect(after.messages.map { "\($0.folders) \($0.id) \($0.keywords)" } == paths)
        #expect(after.threads == before.threads && after.counts == before.counts && after.found == before.found)
        #expect(try sample.importing("\(sample.scratch.path)/box", account: Self.account).existing == 5)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `of an import leaves what another import brought too, and what was deleted stays deleted`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        let first = try #require(try sample.ledger.operations(limit: 1).first?.operation)
        try sample.scratch.write("other/one-again.eml", SampleMail("one").text)
        #expect(try sample.importing("\(sample.scratch.path)/other", account: Self.account).existing == 1)
        _ = try sample.ledger.undo(.operation(prefix: first.description))
        #expect(try sample.subjects("*") == ["one"])

        try sample.delete("subject:one")
        let report = try sample.importing([SampleMail("one")], account: Self.account)
        #expect(report.added == 0 && report.existing == 1)
        #expect(try sample.messages().isEmpty)
    }

    @Test func `of a move leaves what a T of a file hides`() throws {
        let sample = try SampleLedger(.memory)
        try sample.addAccount(UndoableOperation.account)
        let text = SampleMail("m").text
        try sample.scratch.write("box/cur/m:2,", text)
        try sample.scratch.write("box/Work/cur/m:2,T", text)
        try sample.importing("\(sample.scratch.path)/box", account: UndoableOperation.account)
        let before = try PublicAnswers(of: sample.ledger)
        _ = try sample.move("*", to: "INBOX")
        _ = try sample.ledger.undo(.latest)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        #expect(before.messages.count == 1)
    }

    @Test func `of a folder's deletion brings back copies that a move in between left alone`() throws {
        let sample = try Self.sample()
        try sample.scratch.write("again/Work/cur/one-again:2,", SampleMail("one").text)
        try sample.importing("\(sample.scratch.path)/again", account: Self.account)
        func folders() throws -> [String] { try sample.messages("subject:one").first?.folders ?? [] }
        #expect(try folders() == ["INBOX", "Work"])
        try sample.run("folder delete") { try $0.deleteFolder("Work", in: Self.account, context: $1) }
        let deletion = try #require(try sample.ledger.operations(limit: 1).first?.operation)
        try sample.move("subject:one", to: "Archive")
        #expect(try folders() == ["Archive"])
        _ = try sample.ledger.undo(.operation(prefix: deletion.description))
        #expect(try folders() == ["Archive", "Work"])
    }

    // MARK: What stands in the way

    /// What is done, what is done later, and words of what stands in the way of undoing the first.
    static let hindered:
        [(
            first: @Sendable (SampleLedger) throws -> Void, later: @Sendable (SampleLedger) throws -> Void,
            obstacle: String
        )] = [
            (
                { try $0.mark("subject:one", adding: [.seen]) }, { try $0.mark("subject:one", removing: [.seen]) },
                "marked otherwise since"
            ),
            (
                { try $0.move("subject:one", to: "Archive") }, { try $0.move("subject:one", to: "Trash") },
                "moved again since"
            ),
            (
                { try $0.move("in:Work/Deep", to: "Archive") },
                { try $0.run("folder delete") { try $0.deleteFolder("Work", in: account, context: $1) } },
                "came from is deleted"
            ),
            (
                { try $0.run("folder rename") { try $0.renameFolder("Work", to: "Jobs", in: account, context: $1) } },
                { try $0.run("folder rename") { try $0.renameFolder("Jobs", to: "Tasks", in: account, context: $1) } },
                "renamed to Tasks since"
            ),
            (
                { try $0.run("folder rename") { try $0.renameFolder("Work", to: "Jobs", in: account, context: $1) } },
                { try $0.addFolder("Work", to: account) }, "there is a folder \"Work\" already"
            ),
            (
                { try $0.run("folder move") { try $0.moveFolder("Work/Deep", under: nil, in: account, context: $1) } },
                { try $0.run("folder delete") { try $0.deleteFolder("Work", in: account, context: $1) } },
                "the folder Work that Deep was in is deleted"
            ),
            (
                { try $0.addFolder("New", to: account) }, { try $0.move("subject:one", to: "New") },
                "messages that came there otherwise"
            ),
            (
                { try $0.addFolder("New", to: account) }, { try $0.addFolder("New/Sub", to: account) },
                "holds the folder Sub"
            ),
            (
                { try $0.addAccount("grace@example.org") },
                { try $0.importing([SampleMail("six")], account: "grace@example.org") },
                "holds mail or folders that came later"
            ),
            (
                { try $0.deleteAccount(account) }, { try $0.addAccount(account) },
                "another account has taken the address"
            ),
            ({ try $0.mark("*", adding: [.seen]) }, { try $0.deleteAccount(account) }, "has been deleted since"),
        ]

    @Test(arguments: 0..<hindered.count)
    func `names what stands in its way and changes nothing`(index: Int) throws {
        let row = Self.hindered[index]
        let sample = try Self.sample()
        try row.first(sample)
        let operation = try #require(try sample.ledger.operations(limit: 1).first?.operation)
        try row.later(sample)
        let before = try PublicAnswers(of: sample.ledger)
        let head = try sample.head()
        let target = UndoTarget.operation(prefix: String(operation.description.prefix(13)))
        let plan = try sample.ledger.planUndo(target)
        #expect(plan.obstacles.contains { $0.contains(row.obstacle) }, "\(plan.obstacles)")
        #expect { try sample.ledger.undo(target) } throws: { error in
            guard case DomainError.conflict(let text, _)? = error as? DomainError else { return false }
            return plan.obstacles.first.map(text.hasPrefix) ?? false
        }
        #expect(try sample.head() == head)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test func `does the rest where it is told to`() throws {
        let sample = try Self.sample()
        try sample.mark("in:INBOX", adding: [.answered])
        try sample.mark("subject:one", removing: [.answered])
        let operation = try #require(try sample.ledger.operations(limit: 2).last?.operation)
        let (plan, receipt) = try sample.ledger.undo(.operation(prefix: operation.description), partially: true)
        #expect(plan.obstacles.count == 1 && receipt?.eventCount == 2)
        #expect(try sample.subjects("is:answered").isEmpty)
    }

    // MARK: Transactions

    @Test func `of an import of 1,500 messages is one transaction`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let before = try PublicAnswers(of: sample.ledger)
        let mails = (0..<1_500).map { "From ada@example.org Mon Feb  5 10:00:00 2024\n\(SampleMail("m\($0)").text)\n" }
        let path = try sample.scratch.write("many.mbox", mails.joined())
        #expect(try sample.importing(path, account: Self.account).added == 1_500)
        let row = try #require(try sample.ledger.operations(limit: 1).first)
        #expect(row.transactions >= 2 && row.events == 1_500)
        let sizes = try sample.ledger.store.transactions(of: row.operation).map(\.eventCount)
        #expect(sizes.allSatisfy { $0 <= 1_000 })

        // One transaction of it by its number first; the rest is what is left of the operation.
        let first = try #require(try sample.ledger.store.transactions(of: row.operation).first)
        #expect(try sample.ledger.undo(.transaction(first.number)).receipt?.eventCount == first.eventCount)
        #expect(try sample.ledger.read { try $0.countMessages() } == 1_500 - first.eventCount)
        let (plan, receipt) = try sample.ledger.undo(.latest)
        #expect(plan.operation == row.operation && plan.count == 1_500 - first.eventCount)
        #expect(receipt?.eventCount == plan.count)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test func `of the deletion of an account is one event, as the deletion was, and nothing tells of it between`()
        throws
    {
        let sample = try Self.sample(.disk)
        try sample.addAccount("grace@example.org")
        try sample.importing([SampleMail("one"), SampleMail("six")], account: "grace@example.org")
        let before = try PublicAnswers(of: sample.ledger)
        let id = try #require(try sample.messages("account:\(Self.account)").first?.id)
        let receipt = try #require(try sample.deleteAccount(Self.account))
        #expect(receipt.eventCount == 1)

        let after = try PublicAnswers(of: sample.ledger)
        for (table, rows) in after.tables {
            #expect(
                !rows.contains { $0.contains(Self.account) && table != "messages" && table != "copies" }, "\(table)")
            #expect(!rows.contains { $0.contains(id.description) }, "\(table)")
        }
        #expect(after.messages.count == 2 && after.messages.allSatisfy { $0.accountAddress == "grace@example.org" })
        #expect(after.threads.count == 2 && after.folders.count == 6 && after.counts.count == 1)
        #expect(after.found["body"] == 2)
        #expect(try sample.subjects("one or three") == ["one"])
        #expect(throws: DomainError.notFound(kind: "account", name: Self.account)) {
            try sample.ledger.read { try $0.account(Self.account) }
        }
        #expect(throws: DomainError.deleted(kind: "message", name: id.description)) {
            try sample.ledger.read { try $0.message(id.description) }
        }
        let statistics = try sample.ledger.statistics()
        #expect(statistics.messages == 2 && statistics.threads == 2 && statistics.accounts == 1)

        #expect(try sample.ledger.undo(.latest).receipt?.eventCount == 1)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }
}

extension SampleLedger {
    /// Runs a command of the ledger under its name.
    fileprivate func run<Output>(_ command: String, _ body: (Ledger, OperationContext) throws -> Output) throws {
        _ = try body(ledger, ledger.context(command: command))
    }
}
