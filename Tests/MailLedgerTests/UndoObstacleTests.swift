import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Notes
import Outbox
import Projections
import TestSupport
import Testing

/// A change, a later change of the same field, and changes of other fields of the same thing.
struct ObstructedChange: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (SampleLedger) throws -> Void

    let name: String
    var make: @Sendable () throws -> SampleLedger = { try Undo.sample() }
    let first: Step
    let later: Step
    let others: [Step]

    var testDescription: String { name }

    static let account = UndoableOperation.account

    static let all: [ObstructedChange] = [marks, places, folders, accounts, threads, others].flatMap { $0 }

    // MARK: Messages

    private static let marks: [ObstructedChange] = [
        .init(
            name: "a message marked as read", first: { try $0.mark("subject:one", adding: [.seen]) },
            later: { try $0.mark("subject:one", removing: [.seen]) },
            others: [label("x"), label("y"), flag, report(.pending), claim("elsewhere")]),
        .init(
            name: "one of two labels",
            first: { try $0.mark("subject:one", adding: [Keyword("a"), Keyword("b")]) },
            later: { try $0.mark("subject:one", removing: [Keyword("b")]) }, others: [label("x"), flag, pin]),
        .init(
            name: "flags that an import saw",
            first: { sample in
                try sample.scratch.write("more/cur/one:2,RS", SampleMail("one").text)
                try sample.importing("\(sample.scratch.path)/more", account: account)
            },
            later: { try $0.mark("subject:one", removing: [.answered]) }, others: [label("x"), flag]),
        .init(
            name: "a claim about a message", first: claim("a"), later: claim("b"),
            others: [label("x"), report(.pending)]),
        .init(
            name: "progress of a message", first: report(.pending), later: report(.failed("no route")),
            others: [label("x"), claim("a")]),
        .init(
            name: "names on a server", first: link("a"), later: link("b"), others: [label("x"), flag]),
    ]

    private static let places: [ObstructedChange] = [
        .init(
            name: "a message moved", first: { try $0.move("subject:one", to: "Archive") },
            later: { try $0.move("subject:one", to: "Trash") }, others: [label("x"), copy("Work"), flag]),
        .init(
            name: "a folder made, into which a message came", first: { try $0.addFolder("New", to: account) },
            later: { try $0.move("subject:one", to: "New") }, others: [label("x"), flag]),
        .init(
            name: "a folder made, and one in it", first: { try $0.addFolder("New", to: account) },
            later: { try $0.addFolder("New/Sub", to: account) }, others: [label("x"), flag]),
        .init(
            name: "an account made, into which mail came", first: { try $0.addAccount("grace@example.org") },
            later: { try $0.importing([SampleMail("six")], account: "grace@example.org") },
            others: [label("x"), flag]),
        .init(
            name: "a folder renamed, whose name another one got",
            first: { sample in
                _ = try sample.ledger.renameFolder(
                    "Work", to: "Jobs", in: account, context: sample.ledger.context(command: "folder rename"))
            },
            later: { try $0.addFolder("Work", to: account) }, others: [label("x"), flag]),
        .init(
            name: "a message moved from a folder that ended with the one above",
            first: { try $0.move("subject:five", to: "Archive") },
            later: { sample in
                _ = try sample.ledger.deleteFolder(
                    "Work", in: account, context: sample.ledger.context(command: "folder delete"))
            },
            others: [{ try $0.mark("subject:five", adding: [.flagged]) }]),
        .init(
            name: "a copy that is the only one left", first: copy("Archive"),
            later: { sample in
                let operations = try sample.ledger.operations(limit: nil)
                let row = try #require(operations.first { $0.command == "import" })
                _ = try sample.ledger.undo(.operation(prefix: row.operation.description))
            },
            others: [label("x"), flag]),
        .init(
            name: "a message of an account that was deleted", first: flag,
            later: { try $0.deleteAccount(account) }, others: [{ try $0.addAccount("grace@example.org") }]),
        .init(
            name: "an attachment on its way", make: { try AttachmentWorld(size: 10).sample },
            first: upload { $0.localURL = "file:///a" }, later: upload { $0.localURL = "file:///b" },
            others: [upload { $0.url = "https://example.org/a" }, label("x")]),
    ]

    private static func label(_ text: String) -> Step {
        { try $0.mark("subject:one", adding: [Keyword(text)]) }
    }

    private static let flag: Step = { try $0.mark("subject:one", adding: [.flagged]) }

    private static func copy(_ folder: String) -> Step {
        { sample in
            _ = try sample.ledger.file(
                sample.filter("subject:one"), to: folder, context: sample.ledger.context(command: "copy"))
        }
    }

    private static func one(_ sample: SampleLedger) throws -> MessageID {
        try #require(try sample.messages("subject:one").first).id
    }

    private static func report(_ mark: MarkInOutbox) -> Step {
        { sample in
            _ = try sample.ledger.mark(
                inOutbox: one(sample).description, mark, context: sample.ledger.context(command: "outbox mark"))
        }
    }

    private static func claim(_ conversation: String) -> Step {
        { sample in
            var claims = ClassifyMessage(by: "model-x")
            claims.conversation = .set(conversation)
            _ = try sample.ledger.classify(
                ClassificationLine(message: one(sample).description, claims: claims),
                context: sample.ledger.context(command: "classify"))
        }
    }

    private static func link(_ id: String) -> Step {
        { sample in _ = try sample.ledger.link(one(sample), to: ExternalIDs(id: id)) }
    }

    private static func upload(_ change: @escaping @Sendable (inout AttachmentTransfer) -> Void) -> Step {
        { sample in
            _ = try sample.ledger.changeTransfer(
                ofAttachment: 1, of: one(sample).description, context: sample.ledger.context(command: "upload"), change)
        }
    }

    // MARK: Folders and accounts

    private static let folders: [ObstructedChange] = [
        .init(
            name: "a folder renamed", first: rename("Jobs"), later: rename("Tasks"),
            others: [set { $0.icon = "tray" }, set { $0.color = "#123456" }]),
        .init(
            name: "a folder moved", first: move(under: nil), later: move(under: "Empty"),
            others: [set { $0.icon = "tray" }]),
        .init(
            name: "a folder's icon", first: set { $0.icon = "tray" }, later: set { $0.icon = "star" },
            others: [set { $0.color = "#123456" }, rename("Jobs")]),
        .init(
            name: "a folder's cursor", first: cursor(1), later: cursor(2),
            others: [set { $0.icon = "tray" }, rename("Jobs")]),
        .init(
            name: "a folder that was deleted", first: set { $0.icon = "tray" },
            later: { sample in
                _ = try sample.ledger.deleteFolder(
                    deep(sample), in: account, context: sample.ledger.context(command: "folder delete"))
            },
            others: [{ try $0.addFolder("Else", to: account) }]),
    ]

    private static let accounts: [ObstructedChange] = [
        .init(
            name: "an account's name", first: setAccount { $0.displayName = "Ada" },
            later: setAccount { $0.displayName = "Countess" },
            others: [setAccount { $0.credentialRef = "env:SECRET" }, setAccount { $0.authTypes = [.appPassword] }])
    ]

    private static func deep(_ sample: SampleLedger) throws -> String {
        let folders = try sample.ledger.read { try $0.folders() }
        let names = ["Deep", "Jobs", "Tasks"]
        return try #require(folders.first { names.contains($0.path.split(separator: "/").last.map(String.init) ?? "") })
            .id.description
    }

    private static func rename(_ name: String) -> Step {
        { sample in
            _ = try sample.ledger.renameFolder(
                deep(sample), to: name, in: account, context: sample.ledger.context(command: "folder rename"))
        }
    }

    private static func move(under parent: String?) -> Step {
        { sample in
            _ = try sample.ledger.moveFolder(
                deep(sample), under: parent, in: account, context: sample.ledger.context(command: "folder move"))
        }
    }

    private static func set(_ body: @escaping @Sendable (inout ChangeFolder) -> Void) -> Step {
        { sample in
            var change = ChangeFolder()
            body(&change)
            _ = try sample.ledger.changeFolder(
                deep(sample), change, in: account, context: sample.ledger.context(command: "folder set"))
        }
    }

    private static func cursor(_ validity: UInt32) -> Step {
        { sample in
            _ = try sample.ledger.changeFolder(
                deep(sample), ChangeFolder(),
                cursor: ChangeFolderCursor(uidValidity: validity, highestModSeq: ModificationSequence(7)), in: account,
                context: sample.ledger.context(command: "folder set"))
        }
    }

    private static func setAccount(_ body: @escaping @Sendable (inout ChangeAccount) -> Void) -> Step {
        { sample in
            var change = ChangeAccount()
            body(&change)
            _ = try sample.ledger.changeAccount(
                account, change, context: sample.ledger.context(command: "account set"))
        }
    }

    // MARK: Threads

    private static let threads: [ObstructedChange] = [
        .init(
            name: "a thread pinned", first: pin, later: thread(MarkThreads(isPinned: false)),
            others: [thread(MarkThreads(isMuted: true)), label("x"), flag]),
        .init(
            name: "a thread pinned, and more mail in it", first: pin,
            later: { sample in
                try reply("six", in: sample)
                try thread(MarkThreads(isPinned: false))(sample)
            },
            others: [thread(MarkThreads(isMuted: true)), label("x"), { try reply("seven", in: $0) }]),
        .init(
            name: "a thread that mail took out of the archive", first: thread(MarkThreads(isArchived: true)),
            later: { try reply("six", in: $0) },
            others: [thread(MarkThreads(isMuted: true)), thread(MarkThreads(isPinned: true)), label("x")]),
    ]

    private static let pin = thread(MarkThreads(isPinned: true))

    private static func thread(_ marks: MarkThreads) -> Step {
        { sample in
            _ = try sample.ledger.markThreads(
                sample.filter("subject:one"), marks, context: sample.ledger.context(command: "thread"))
        }
    }

    private static func reply(_ name: String, in sample: SampleLedger) throws {
        var mail = SampleMail(name)
        mail.from = "Grace <grace@example.org>"
        mail.references = ["one@example.org"]
        try sample.importing([mail], account: account)
    }

    // MARK: Other contexts

    private static let others: [ObstructedChange] = [
        .init(
            name: "a note's text", make: withNote, first: edit { $0.transcript = "Low" },
            later: edit { $0.transcript = "High" }, others: [edit { $0.summary = "Sea" }, edit { $0.isPinned = true }]),
        .init(
            name: "a note that was deleted", make: withNote, first: edit { $0.summary = "Low" },
            later: { sample in
                try sample.ledger.deleteNote("Tides", context: sample.ledger.context(command: "note delete"))
            },
            others: [label("x")]),
        .init(
            name: "a feature of the profile", make: withProfile, first: feature(.sentiment, false),
            later: feature(.sentiment, true), others: [feature(.cannedAnswers, false), feature(.memoryStorage, false)]),
        .init(
            name: "a conversation's name", make: withChat, first: conversation(ChangeConversation(displayName: "All")),
            later: conversation(ChangeConversation(displayName: "None")),
            others: [conversation(ChangeConversation(displayName: nil, participants: ["p"]))]),
    ]

    private static let withNote: @Sendable () throws -> SampleLedger = {
        let sample = try Undo.sample()
        try sample.ledger.addNote(
            AddNote(NoteFields(title: "Tides"), on: []), context: sample.ledger.context(command: "note add"))
        return sample
    }

    private static func edit(_ body: @escaping @Sendable (inout ChangeNote) -> Void) -> Step {
        { sample in
            var change = ChangeNote()
            body(&change)
            try sample.ledger.changeNote("Tides", change, context: sample.ledger.context(command: "note edit"))
        }
    }

    private static let withProfile: @Sendable () throws -> SampleLedger = {
        let world = try AssistWorld()
        try world.setProfile()
        return world.sample
    }

    private static func feature(_ feature: AssistFeature, _ isEnabled: Bool) -> Step {
        { sample in
            _ = try sample.ledger.switchFeature(
                SwitchFeature(feature, isEnabled: isEnabled),
                context: sample.ledger.context(command: "profile feature"))
        }
    }

    private static let withChat: @Sendable () throws -> SampleLedger = {
        let world = try ChatWorld()
        try world.importing(ChatWorld.lines)
        return world.sample
    }

    private static func conversation(_ change: ChangeConversation) -> Step {
        { sample in
            _ = try sample.ledger.changeConversation(
                "crew", change, context: sample.ledger.context(command: "chat edit"))
        }
    }
}

@Suite struct `What stands in the way of an undo` {
    private func latest(_ sample: SampleLedger) throws -> String {
        try #require(try sample.ledger.operations(limit: 1).first).operation.description
    }

    @Test(arguments: ObstructedChange.all)
    func `is named by the last operation that changed the field, and goes with it`(change: ObstructedChange) throws {
        var generator = SeededGenerator(for: "an obstacle of \(change.name)")
        let sample = try change.make()
        try change.first(sample)
        let first = UndoTarget.operation(prefix: try latest(sample))
        #expect(try sample.ledger.planUndo(first).obstacles.isEmpty)
        // At least one of the others comes behind the change that is to be named.
        let others = change.others.shuffled(using: &generator)
        let behind = Int.random(in: 1...others.count, using: &generator)
        for other in others.dropLast(behind) { try other(sample) }
        #expect(try sample.ledger.planUndo(first).obstacles.isEmpty, "others are no obstacle")
        try change.later(sample)
        let later = try latest(sample)
        for other in others.suffix(behind) { try other(sample) }

        let obstacles = try sample.ledger.planUndo(first).obstacles
        #expect(!obstacles.isEmpty)
        for obstacle in obstacles { #expect(Self.operation(in: obstacle) == later.prefix(8), "\(obstacle)") }
        _ = try sample.ledger.undo(.operation(prefix: later))
        let plan = try sample.ledger.planUndo(first)
        #expect(plan.obstacles.isEmpty && plan.count > 0, "\(plan.obstacles)")
        #expect(try sample.ledger.undo(first).receipt?.eventCount == plan.count)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    /// Several labels, changed again and again: the last of each is named until none is left.
    @Test func `goes by undoing the named operations, the newest first`() throws {
        var generator = SeededGenerator(for: "obstacles of labels")
        for _ in 0..<8 {
            let sample = try Undo.sample()
            let labels = ["a", "b", "c"]
            try sample.mark("subject:one", adding: labels.map { try Keyword($0) })
            let first = UndoTarget.operation(prefix: try latest(sample))
            // The operations that changed one of the labels, and not another one.
            var changing: [Substring] = []
            for _ in 0..<10 {
                let label = try Keyword((labels + ["d", "e"]).randomElement(using: &generator) ?? "d")
                let isThere = try !sample.messages("subject:one label:\(label.text)").isEmpty
                try sample.mark("subject:one", adding: isThere ? [] : [label], removing: isThere ? [label] : [])
                if labels.contains(label.text) { changing.append(try latest(sample).prefix(8)) }
            }
            var named: [Substring] = []
            while let obstacle = try sample.ledger.planUndo(first).obstacles.first, named.count <= changing.count {
                let operation = try #require(Self.operation(in: obstacle), "\(obstacle)")
                #expect(changing.contains(operation), "\(obstacle)")
                named.append(operation)
                _ = try sample.ledger.undo(.operation(prefix: String(operation)))
            }
            // Operations are only ever named backwards, for each label by itself.
            #expect(Set(named).count == named.count && named.count <= changing.count)
            _ = try sample.ledger.undo(first)
            #expect(try labels.allSatisfy { try sample.messages("label:\($0)").isEmpty })
        }
    }

    @Test func `is left out by the rest, as the error says where there is a rest`() throws {
        let sample = try Undo.sample()
        try sample.mark("subject:one", adding: [.flagged])
        let first = try latest(sample)
        _ = try sample.ledger.perform(
            AddHoldRequest(hold: "case", kind: .query, target: "subject:four"), Call(reason: "law"))
        let hold = try latest(sample)
        func hint(_ target: UndoTarget) throws -> Hint? {
            let error = #expect(throws: DomainError.self) { try sample.ledger.undo(target) }
            guard case .conflict(_, let hint)? = error else { return nil }
            return hint
        }
        #expect(try hint(.operations(from: first, through: hold)) == .doPart)
        #expect(try hint(.operation(prefix: hold)) == nil)
        #expect(try sample.ledger.undo(.operations(from: first, through: hold), partially: true).plan.count == 1)
    }

    /// The first digits of the operation in `… (mark 35aac80e of ada)`.
    private static func operation(in obstacle: String) -> Substring? {
        let words = obstacle.split(separator: " ")
        return words.count > 3 && words[words.count - 2] == "of" ? words[words.count - 3] : nil
    }
}
