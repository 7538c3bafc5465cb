import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `The history` {
    private static let account = "ada@example.org"

    @Test func `of a message tells each change from old to new, by whom and why`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        let id = try #require(try sample.messages("subject:one").first?.id).description
        let ledger = sample.ledger
        _ = try ledger.mark(
            sample.filter("subject:one"), MarkMessages(adding: [.seen]),
            context: ledger.context(command: "mark", reason: "vacation catch-up"))
        try sample.move("subject:one", to: "Archive")
        try sample.delete("subject:one")
        _ = try ledger.undo(.latest)
        _ = try ledger.undo(.latest)
        try sample.deleteAccount(Self.account)

        let entries = try ledger.history(of: id)
        #expect(
            entries.map(\.type.name) == [
                "mail.message-added", "mail.message-marked", "mail.message-moved", "mail.message-deleted",
                "mail.message-restored", "mail.message-moved", "mail.account-deleted",
            ])
        #expect(entries.map(\.command) == ["import", "mark", "move", "delete", "undo", "undo", "account delete"])
        #expect(entries.map(\.position) == entries.map(\.position).sorted())
        #expect(entries.allSatisfy { $0.actor == ledger.environment.actor })
        #expect(entries[1].reason == "vacation catch-up" && entries[2].reason == nil)

        let added = Dictionary(uniqueKeysWithValues: entries[0].changes.map { ($0.field, $0) })
        #expect(added.values.allSatisfy { $0.old == .null })
        #expect(added["subject"]?.new == .string("one") && added["message_id"]?.new == .string("one@example.org"))
        #expect(added["source"]?.new == .string("one.eml"))
        #expect(entries[1].changes.map(\.field) == ["keywords"])
        #expect(entries[1].changes.first?.old == .array([]))
        #expect(entries[1].changes.first?.new == .array([.string("$seen")]))
        let move = try #require(entries[2].changes.first)
        #expect(entries[2].changes.count == 1 && move.field == "copies.folder")
        #expect(entries[5].changes.map(\.field) == ["copies.folder"])
        #expect(entries[5].changes.first?.old == move.new && entries[5].changes.first?.new == move.old)
        let folders = try ledger.read { try $0.folders(includingDeleted: true) }
        let names = [move.old, move.new].map { value in folders.first { .string($0.id.description) == value }?.name }
        #expect(names == ["INBOX", "Archive"])
    }

    @Test func `of a folder and of an account is found by name and id`() throws {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        let folder = try sample.addFolder("Work", to: Self.account)
        _ = try sample.ledger.renameFolder(
            "Work", to: "Jobs", in: nil, context: sample.ledger.context(command: "folder rename"))
        for name in ["Jobs", folder.id.description] {
            let entries = try sample.ledger.history(of: name)
            #expect(entries.map(\.type.name) == ["mail.folder-created", "mail.folder-renamed"])
            #expect(entries.last?.changes.map(\.field) == ["name"])
            #expect(entries.last?.changes.first?.old == .string("Work"))
            #expect(entries.last?.changes.first?.new == .string("Jobs"))
        }
        for name in [Self.account, account.id.description] {
            let entries = try sample.ledger.history(of: name)
            #expect(entries.map(\.type.name) == ["mail.account-created"])
            #expect(
                entries.first?.changes.contains { $0.field == "address" && $0.new == .string(Self.account) } == true)
        }
        #expect(throws: DomainError.self) { try sample.ledger.history(of: "ffffffff") }
    }

    @Test func `of a message is found by indexes alone, however long the log is`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        for path in ["Work", "Work/Deep"] { try sample.addFolder(path, to: Self.account) }
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try sample.move("subject:one", to: "Work/Deep")
        let id = try #require(try sample.messages("subject:one").first?.id).description
        let plan = try sample.ledger.historyPlan(of: id)
        #expect(plan.contains { $0.contains("COVERING INDEX events_by_stream (stream=?)") }, "\(plan)")
        #expect(
            plan.allSatisfy {
                $0.hasPrefix("SEARCH events USING") && $0.contains("events_by_stream (stream=?")
                    || $0.contains("PRIMARY KEY")
            }, "\(plan)")
    }

    @Test func `of a message tells when a folder above its own ended and came back`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        for path in ["Work", "Work/Deep"] { try sample.addFolder(path, to: Self.account) }
        try sample.importing([SampleMail("one")], account: Self.account, folder: "Work/Deep")
        let id = try #require(try sample.messages("subject:one").first?.id).description
        _ = try sample.ledger.deleteFolder(
            "Work", in: Self.account, context: sample.ledger.context(command: "folder delete"))
        _ = try sample.ledger.undo(.latest)
        for name in [id, "Work/Deep"] {
            #expect(
                try sample.ledger.history(of: name).map(\.type.name).suffix(2)
                    == ["mail.folder-deleted", "mail.folder-restored"], "\(name)")
        }
    }

    @Test func `of a message leaves out what became of a folder when it was elsewhere`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        for path in ["Work", "Play"] { try sample.addFolder(path, to: Self.account) }
        try sample.importing([SampleMail("one")], account: Self.account, folder: "Work")
        let id = try #require(try sample.messages("subject:one").first?.id).description
        let context = sample.ledger.context(command: "folder delete")
        for folder in ["Play", "Work"] {
            _ = try sample.ledger.deleteFolder(folder, in: Self.account, context: context)
            _ = try sample.ledger.undo(.latest)
        }
        try sample.move("subject:one", to: "Play")
        for folder in ["Work", "Play"] {
            _ = try sample.ledger.deleteFolder(folder, in: Self.account, context: context)
            _ = try sample.ledger.undo(.latest)
        }
        let entries = try sample.ledger.history(of: id)
        #expect(
            entries.map(\.type.name) == [
                "mail.message-added", "mail.folder-deleted", "mail.folder-restored", "mail.message-moved",
                "mail.folder-deleted", "mail.folder-restored",
            ])
        let folders = try sample.ledger.read { try $0.folders() }
        let held = entries.filter { $0.entity == "folder" }.map { entry in
            folders.first { $0.id.description == entry.id }?.path
        }
        #expect(held == ["Work", "Work", "Play", "Play"])
    }

    @Test func `tells the place of a copy that came and went`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one")], account: Self.account)
        try sample.scratch.write("again/one-again.eml", SampleMail("one").text)
        try sample.importing("\(sample.scratch.path)/again", account: Self.account, folder: "Archive")
        _ = try sample.ledger.undo(.latest)
        let id = try #require(try sample.messages("subject:one").first?.id).description
        let entries = try sample.ledger.history(of: id)
        #expect(entries.map(\.type.name) == ["mail.message-added", "mail.message-copied", "mail.copy-removed"])
        let came = try #require(entries[1].changes.first { $0.field == "folder" })
        let went = try #require(entries[2].changes.first { $0.field == "folder" })
        #expect(came.old == .null && came.new == went.old && went.new == .null)
        #expect(entries.allSatisfy { $0.entity == "message" && $0.id == id })
    }

    @Test func `of operations has a line for each, the latest first`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        try sample.mark("*", adding: [.seen])
        try sample.mark("*", adding: [.seen])
        let rows = try sample.ledger.operations(limit: nil)
        #expect(rows.map(\.command) == ["mark", "import", "account add"])
        #expect(rows.map(\.events) == [2, 2, 7] && rows.allSatisfy { $0.transactions == 1 })
        #expect(rows.map(\.firstPosition.rawValue) == [10, 8, 1] && rows.map(\.lastPosition.rawValue) == [11, 9, 7])
        #expect(try sample.ledger.operations(limit: 2).map(\.operation) == rows.prefix(2).map(\.operation))
    }
}
