import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Outbox
import Projections
import TestSupport
import Testing

@Suite struct `After random commands` {
    @Test func `counts are those counted by hand, and rebuilt views are the live ones, in memory`() throws {
        var generator = SeededGenerator(for: "random commands in memory")
        for round in 0..<16 {
            var commands = try RandomCommands(.memory, seed: generator.next())
            try commands.run(steps: 30, label: "seed \(generator.seed) round \(round)")
        }
    }

    @Test func `counts are those counted by hand, and rebuilt views are the live ones, on disk`() throws {
        var generator = SeededGenerator(for: "random commands on disk")
        for round in 0..<2 {
            var commands = try RandomCommands(.disk, seed: generator.next())
            try commands.run(steps: 25, label: "seed \(generator.seed) round \(round)")
        }
    }

    @Test(.enabled("python3 with sqlite3 is absent") { ReplayOracle.isPresent })
    func `another program makes the same tables of the log`() throws {
        var generator = SeededGenerator(for: "random commands, replayed in Python")
        for round in 0..<2 {
            var commands = try RandomCommands(.disk, seed: generator.next())
            let label = "seed \(generator.seed) round \(round)"
            try commands.run(steps: 40, label: label)
            let ledger = try #require(commands.sample.location).directory
            let comparison = try ReplayOracle.compare(ledger: ledger, moments: 5)
            #expect(comparison.status == 0, "\(label): \(comparison.text)")
        }
    }
}

/// Commands drawn by lot, each with what has to hold after it.
struct RandomCommands {
    let sample: SampleLedger
    var generator: SeededGenerator
    /// What was answered before each operation that `undo` would take back next.
    private var undoable: [(operation: OperationID, before: PublicAnswers)] = []
    private var haveThreadsJoined = false
    var boxes = 0
    var label = ""

    static let addresses = ["ada@example.org", "grace@example.org", "edsger@example.net"]
    private static let folderNames = ["Work", "Lists", "Café", "a b"]

    /// Whether accounts may get another address.
    private let changesAddresses: Bool

    init(_ place: Place, seed: UInt64, changesAddresses: Bool = true) throws {
        self.changesAddresses = changesAddresses
        sample = try SampleLedger(place)
        generator = SeededGenerator(seed: seed)
        for address in Self.addresses.prefix(2) { try sample.addAccount(address) }
    }

    /// - Parameter observe: Called after each command, whether it changed something or not.
    mutating func run(steps: Int, label: String, observe: (SampleLedger) throws -> Void = { _ in }) throws {
        self.label = label
        for step in 0..<steps {
            try self.step()
            try observe(sample)
            if step % 6 == 5 { try expectCountsByHand() }
        }
        try expectCountsByHand()
        let difference = try sample.ledger.maintenance.checkViews()
        #expect(difference == nil, "\(label)")
        #expect(try sample.ledger.maintenance.verifyLog().events == sample.head().rawValue, "\(label)")
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func step() throws {
        let lot = Int.random(in: 0..<100, using: &generator)
        if lot >= 94 { return try undoAnything() }
        if lot >= 89 { return try undoRange() }
        if lot >= 80 { return try undoLatest() }
        let before = try answers()
        let head = try sample.head()
        do {
            switch lot {
            case 0..<22: try importBox()
            case 22..<26: try importChats()
            case 26..<28: try changeChats()
            case 28..<34: try changeNotes()
            case 34..<36: try readOtherwise()
            case 36..<42: try mark()
            case 42..<50: try move()
            case 50..<54: try delete()
            case 54..<56: try prune()
            case 56..<66: try changeFolders()
            case 66..<72: try setFolders()
            case 72..<73: try markThreads()
            case 73..<75: try markInOutbox()
            case 75..<77: try claim()
            case 77..<79: try keepAnswers()
            default: try changeAccounts()
            }
        } catch let error where error is DomainError || error is FilterResolutionError {
            #expect(try sample.head() == head, "a refused command changes nothing: \(label)")
            #expect(difference(before, try answers()) == nil, "\(label)")
            return
        }
        guard let last = try sample.ledger.operations(limit: 1).first, last.lastPosition > head else { return }
        undoable.append((last.operation, before))
    }

    private func answers() throws -> PublicAnswers { try PublicAnswers(of: sample.ledger, words: []) }

    // MARK: Commands

    mutating func account() -> String {
        Self.addresses[chance(60) ? 0 : chance(75) ? 1 : 2]
    }

    /// Imports a Maildir of some of twenty messages; what was imported before may have other flags now.
    private mutating func importBox() throws {
        boxes += 1
        for _ in 0...Int.random(in: 0..<5, using: &generator) {
            let mail = mail(Int.random(in: 0..<20, using: &generator))
            let folder = ["", "", "Work/", "Work/Deep/"].randomElement(using: &generator) ?? ""
            let flags = "DFRST".filter { flag in chance(flag == "T" ? 8 : 25) }
            let name = mail.messageID?.prefix { $0 != "@" } ?? "none"
            let copy = chance(20) ? "-again" : ""
            try sample.scratch.write("box\(boxes)/\(folder)cur/\(name)\(copy):2,\(flags)", mail.text)
        }
        try sample.importing("\(sample.scratch.path)/box\(boxes)", account: account())
    }

    /// The same number gives the same message, whose references are to some of the others and to what never came.
    func mail(_ number: Int) -> SampleMail {
        var random = SeededGenerator(seed: UInt64(number) &* 7919)
        var mail = SampleMail("m\(number)")
        mail.from = Self.addresses.randomElement(using: &random) ?? ""
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
            mail.references.append("m\(Int.random(in: 0..<26, using: &random))@example.org")
        }
        if number % 7 == 0 { mail.inReplyTo = "m\(number / 2)@example.org" }
        if number % 11 == 10 { mail.messageID = nil }
        return mail
    }

    mutating func query() throws -> String {
        let messages = try sample.messages()
        let some = messages.randomElement(using: &generator)
        return [
            "*", "is:unread", "is:flagged", "in:Work", "in:INBOX", "subject:m1*", "keyword:urgent",
            some.map { "id:\($0.id)" } ?? "*", some.map { "thread:\($0.thread)" } ?? "*",
            "account:\(account()) is:read", "body or subject:m2",
        ].randomElement(using: &generator) ?? "*"
    }

    private mutating func mark() throws {
        let urgent = try Keyword("urgent")
        let keywords: [Keyword] = [.seen, .flagged, .draft, urgent].filter { _ in chance(40) }
        let filter = try query()
        try sample.mark(filter, adding: chance(60) ? keywords : [], removing: chance(50) ? keywords : [])
    }

    private mutating func move() throws {
        let folder = ["INBOX", "Archive", "Trash", "Work", "Work/Deep"].randomElement(using: &generator) ?? ""
        try sample.move(query(), to: folder, in: chance(30) ? account() : nil)
    }

    private mutating func delete() throws {
        try sample.delete(query())
    }

    private mutating func prune() throws {
        let ledger = sample.ledger
        _ = try ledger.prune(
            .newest(Int.random(in: 0..<8, using: &generator)), account: chance(70) ? account() : nil,
            folder: chance(40) ? "INBOX" : nil, context: ledger.context(command: "prune"))
    }

    private mutating func changeFolders() throws {
        let ledger = sample.ledger
        let folders = try ledger.read { try $0.folders() }
        let own = folders.filter { $0.role == nil }
        let name = Self.folderNames.randomElement(using: &generator) ?? ""
        let folder = (chance(85) ? own : folders).randomElement(using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let path = chance(50) ? name : (folder.map { $0.path + "/" } ?? "") + name
            try sample.addFolder(path, to: folder?.accountAddress ?? account())
        case 1:
            guard let folder else { return }
            _ = try ledger.renameFolder(
                folder.id.description, to: name, in: folder.accountAddress,
                context: ledger.context(command: "folder rename"))
        case 2:
            guard let folder else { return }
            let parent = chance(40) ? nil : own.randomElement(using: &generator)
            _ = try ledger.moveFolder(
                folder.id.description, under: parent?.id.description, in: folder.accountAddress,
                context: ledger.context(command: "folder move"))
        default:
            guard let folder else { return }
            let policy = DeletePolicy.allCases.randomElement(using: &generator) ?? .cascade
            let plan = try ledger.planFolderDeletion(
                folder.id.description, in: folder.accountAddress, policy: policy)
            let before = try ledger.read { try $0.countMessages() }
            _ = try ledger.deleteFolder(
                folder.id.description, in: folder.accountAddress, policy: policy,
                context: ledger.context(command: "folder delete"))
            #expect(try ledger.read { try $0.countMessages() } == before - plan.gone, "\(policy) \(label)")
        }
    }

    private mutating func setFolders() throws {
        let ledger = sample.ledger
        guard let folder = try ledger.read({ try $0.folders() }).randomElement(using: &generator) else { return }
        let name = folder.id.description
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            var change = ChangeFolder()
            change.role = chance(50) ? FolderRole.allCases.randomElement(using: &generator) : nil
            change.icon = chance(50) ? ["", "tray", "star"].randomElement(using: &generator) : nil
            change.color = chance(50) ? ["", "#123456", "#abcdef"].randomElement(using: &generator) : nil
            change.visibility = chance(50) ? FolderVisibility.allCases.randomElement(using: &generator) : nil
            change.externalID = chance(30) ? ["", "L1", "L2"].randomElement(using: &generator) : nil
            _ = try ledger.changeFolder(
                name, change, in: folder.accountAddress, context: ledger.context(command: "folder set"))
        case 1:
            let cursor = ChangeFolderCursor(
                uidValidity: chance(50) ? UInt32.random(in: 0..<3, using: &generator) : nil,
                highestModSeq: ModificationSequence(UInt64.random(in: 0...(.max), using: &generator)))
            _ = try ledger.changeFolder(
                name, ChangeFolder(), cursor: cursor, in: folder.accountAddress,
                context: ledger.context(command: "folder set"))
        default:
            _ = try ledger.reorderFolders(
                [name], in: folder.accountAddress, context: ledger.context(command: "folder reorder"))
        }
    }

    // An undone archiving is dated anew, and whether a message came later is told by the date: pins and mutes only.
    private mutating func markThreads() throws {
        let command = chance(50) ? MarkThreads(isPinned: chance(60)) : MarkThreads(isMuted: chance(60))
        _ = try sample.ledger.markThreads(
            sample.filter(query()), command, context: sample.ledger.context(command: "thread"))
    }

    private mutating func changeAccounts() throws {
        let address = account()
        let isThere = try sample.ledger.read { try $0.accounts().contains { $0.address == address } }
        if isThere, chance(50) { return try setAccount(address) }
        if isThere { try sample.deleteAccount(address) } else { try sample.addAccount(address) }
    }

    private mutating func setAccount(_ address: String) throws {
        var change = ChangeAccount()
        change.displayName = chance(50) ? ["", "Ada", "Countess"].randomElement(using: &generator) : nil
        change.imap.host = chance(50) ? ["", "h.example.org"].randomElement(using: &generator) : nil
        change.smtp.port = chance(30) ? 2525 : nil
        change.provider = chance(30) ? [.gmail, .icloud, .custom].randomElement(using: &generator) : nil
        change.address = changesAddresses && chance(30) ? Self.addresses.randomElement(using: &generator) : nil
        change.isEnabled = chance(30) ? chance(50) : nil
        _ = try sample.ledger.changeAccount(
            address, change, context: sample.ledger.context(command: "account set"))
    }

    // MARK: Undo

    private mutating func undoLatest() throws {
        // Below what the stack knows of, later undos may stand in the way.
        guard let last = undoable.popLast() else { return }
        guard let (plan, receipt) = try undone(.latest) else { return }
        #expect(plan.obstacles.isEmpty && receipt?.eventCount == plan.count, "\(label)")
        #expect(last.operation == plan.operation, "\(label)")
        let after = try answers()
        // Taking a message away never splits a thread, so what an import joined stays joined, seen or not.
        if ["import", "import chat", "chat post"].contains(plan.command) { haveThreadsJoined = true }
        let isSame =
            haveThreadsJoined ? after.withoutThreads == last.before.withoutThreads : after == last.before
        #expect(isSame, "\(plan.command): \(difference(last.before, after) ?? "") \(label)")
        if undoable.isEmpty { haveThreadsJoined = false }
        if chance(30), let receipt { try redo(receipt) }
    }

    /// The latest operations, with undos among them and what these took back, are undone at once.
    private mutating func undoRange() throws {
        guard undoable.count > 1, let last = undoable.last else { return }
        let first = undoable[undoable.count - Int.random(in: 2...min(5, undoable.count), using: &generator)]
        let isByNumber = chance(40)
        let target: UndoTarget
        if isByNumber {
            guard let number = try sample.ledger.store.transactions(of: first.operation).first?.number else { return }
            target = .transactions(number...(try sample.ledger.store.head().transaction))
        } else {
            let ends = [first.operation.description, last.operation.description]
            let (from, through) = chance(50) ? (ends[0], ends[1]) : (ends[1], ends[0])
            target = .operations(from: from, through: through)
        }
        guard let (plan, receipt) = try undone(target) else { return }
        #expect(plan.obstacles.isEmpty && receipt?.eventCount ?? 0 == plan.count, "\(label)")
        let after = try answers()
        if plan.operations.contains(where: { ["import", "import chat", "chat post"].contains($0.command) }) {
            haveThreadsJoined = true
        }
        let isSame =
            haveThreadsJoined ? after.withoutThreads == first.before.withoutThreads : after == first.before
        #expect(isSame, "a range: \(difference(first.before, after) ?? "") \(label)")
        if let place = undoable.firstIndex(where: { $0.operation == first.operation }) {
            undoable.removeSubrange(place...)
        }
        if undoable.isEmpty { haveThreadsJoined = false }
        if chance(50), let receipt { try redo(receipt) }
    }

    /// Undoes what nothing stands in the way of, except that threads with other marks may have joined meanwhile.
    private mutating func undone(_ target: UndoTarget) throws -> (UndoPlan, Receipt?)? {
        do {
            return try sample.ledger.undo(target)
        } catch DomainError.conflict(let text, _) where text.hasPrefix("the thread of message") {
            undoable.removeAll()
            return nil
        }
    }

    /// An undo is undone, and that is undone again.
    private mutating func redo(_ receipt: Receipt) throws {
        let before = try answers()
        let (_, redone) = try sample.ledger.undo(.operation(prefix: receipt.operation.description))
        guard let redone else { return }
        _ = try sample.ledger.undo(.operation(prefix: redone.operation.description))
        #expect(difference(before, try answers()) == nil, "\(label)")
    }

    private mutating func undoAnything() throws {
        guard let operation = try sample.ledger.operations(limit: nil).randomElement(using: &generator) else { return }
        let target = UndoTarget.operation(prefix: operation.operation.description)
        let head = try sample.head()
        let plan = try sample.ledger.planUndo(target)
        do {
            let (_, receipt) = try sample.ledger.undo(target, partially: chance(50))
            if receipt != nil {
                undoable.removeAll()
                haveThreadsJoined = false
            }
        } catch DomainError.conflict {
            #expect(try !plan.obstacles.isEmpty && sample.head() == head, "\(label)")
        }
    }

    /// Erases some messages, deleted ones too; what was done before is no more to be undone.
    mutating func erase() throws {
        let streams = try LogModel(of: sample.ledger).messages.values.map(\.stream).sorted()
        let erased = streams.filter { _ in chance(20) }
        guard !erased.isEmpty else { return }
        _ = try sample.ledger.erase(
            .streams(erased), context: sample.ledger.context(command: "erase", reason: "a test"))
        undoable.removeAll()
        haveThreadsJoined = false
    }

    // MARK: What has to hold

    private func expectCountsByHand() throws {
        try expectClaimsByHand()
        let model = try LogModel(of: sample.ledger)
        try sample.ledger.read { reader in
            let folders = try reader.folders()
            #expect(
                Set(folders.map { "\($0.accountAddress) \($0.path) \($0.total) \($0.unread)" }) == model.folderLines(),
                "\(label)")
            let addresses = Dictionary(
                uniqueKeysWithValues: try reader.accounts().map { ($0.stream, $0.address) })
            let counts = try reader.counts().filter { $0.total > 0 }
            #expect(
                Set(counts.map { "\(addresses[$0.account] ?? "") \($0.total) \($0.unread)" }) == model.accountLines(),
                "\(label)")
            let messages = try reader.messages()
            #expect(
                Set(messages.map { "\($0.id) \($0.folders) \($0.keywords)" }) == model.messageLines(), "\(label)")
            #expect(try reader.countMessages() == messages.count, "\(label)")
            let unread = MessageFilter.state(.unread)
            #expect(
                try reader.countMessages(matching: unread) == reader.messages(matching: unread).count, "\(label)")
            let threads = try reader.threads()
            #expect(
                Set(
                    threads.map {
                        "\($0.id) \($0.messageCount) \($0.unreadCount) \([$0.isPinned, $0.isMuted, $0.isArchived])"
                    }) == model.threadLines(), "\(label)")
            #expect(try reader.countThreads() == threads.count, "\(label)")
        }
    }
}

extension PublicAnswers {
    /// The same without what is said of threads.
    fileprivate var withoutThreads: [String: [String]] {
        var tables = tables.filter { $0.key != "threads" }
        tables["messages"] = tables["messages"]?.map { row in
            row.split(separator: " ").filter { !$0.hasPrefix("thread=") }.joined(separator: " ")
        }
        tables["note_links"]?.removeAll { $0.contains("scope=text(\"thread\")") }
        return tables
    }
}
