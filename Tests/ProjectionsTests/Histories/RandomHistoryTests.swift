import EventLog
import Mail
import Projections
import TestSupport
import Testing

/// Random histories: what the read models say is what a brute-force count of plain values says.
struct RandomHistoryTests {
    @Test(arguments: 1...3)
    func `after any sequence of events the read models say what a brute-force count says`(run: Int) throws {
        var history = try History()
        for step in 0..<150 {
            try history.takeStep()
            // Rarely, so that the views take many events at a time as well as few.
            if Int.random(in: 0..<8, using: &history.generator) == 0 || step == 149 { try history.expectAgreement() }
        }
        try history.log.expectRebuildAgrees()
    }
}

/// A log and the model of it, which random steps change alike.
private struct History {
    let log: MailLog
    var model = MailModel()
    var generator = TestSupport.SeededGenerator()
    private var accounts: [AccountState] = []
    private var folders: [FolderID: FolderState] = [:]
    private var states: [MessageID: MessageState] = [:]
    private var ownFolders: Set<FolderID> = []

    init() throws {
        log = try MailLog()
        for address in ["ada@example.org", "bob@example.net"] {
            let account = try log.addAccount(address)
            accounts.append(account)
            model.addresses[account.id] = address
            let work = try log.addFolder("Work", in: account)
            let tax = try log.addFolder("Tax", in: account, under: work)
            _ = try log.addFolder("Old", in: account, under: tax)
        }
        for row in try log.folders() {
            folders[row.id] = row.state
            if row.state.role == nil { ownFolders.insert(row.id) }
            model.folders.append(
                .init(id: row.id, account: row.account, parent: row.parent, role: row.state.role, endedWith: nil))
        }
    }

    private mutating func pick<Element>(_ choices: [Element]) throws -> Element {
        try #require(choices.randomElement(using: &generator))
    }

    mutating func takeStep() throws {
        let messages = model.messages.map(\.id)
        guard messages.count > 3, Int.random(in: 0..<3, using: &generator) > 0 else { return try addMessage() }
        let id = try pick(messages)
        let state = try #require(states[id])
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: try mark(state)
        case 2: try move(state)
        case 3: try copy(state)
        case 4: try changeCopy(state)
        case 5: try removeCopy(state)
        case 6: try endOrRestore(state)
        case 7: try markThread(state)
        case 8: try endOrRestoreFolder()
        case 9: try readOtherwise(state)
        case 10: try changeRole()
        default: try endOrRestoreAccount()
        }
    }

    private mutating func record(_ events: [ProposedEvent], of state: MessageState) throws {
        try log.record(events)
        states[state.id] = events.reduce(state) { $0.applying($1.event) }
    }

    private mutating func mail(in account: AccountState) throws -> MailLog.Mail {
        let ids = (0..<15).map { "id\($0)" }
        // 14 November 2023.
        let received: Int64 = 1_700_000_000_000_000
        return MailLog.Mail(
            messageID: try pick([nil] + ids), references: Bool.random(using: &generator) ? [try pick(ids)] : [],
            inReplyTo: Int.random(in: 0..<4, using: &generator) == 0 ? [try pick(ids)] : [],
            from: try pick(["eve@example.com", account.address.uppercased()]),
            subject: try pick([nil, "one", "two"]),
            // Some are dated about a day ahead of their receipt, and some far.
            date: try pick([nil, 0, 86_400_000_000, 4_102_444_800_000_000] as [Int64?]).map {
                received + $0 + Int64.random(in: 0..<100, using: &generator)
            },
            received: received + Int64.random(in: 0..<100, using: &generator),
            flags: try pick(["", "", "S", "F", "D", "T", "ST"]))
    }

    /// A later parser reads other ids, another author, subject or date.
    private mutating func readOtherwise(_ state: MessageState) throws {
        let old = try #require(model.messages.first { $0.id == state.id }).mail
        let account = try #require(accounts.first { $0.stream == state.accountStream })
        var new = try mail(in: account)
        (new.received, new.flags) = (old.received, old.flags)
        if Bool.random(using: &generator) {
            (new.messageID, new.references, new.inReplyTo) = (old.messageID, old.references, old.inReplyTo)
        }
        func reading(_ mail: MailLog.Mail, _ parser: Int) -> MessageReading {
            MessageReading(headers: mail.headers, attachments: [], snippet: "", parser: parser)
        }
        let event = MessageReparsed(message: state.id, from: reading(old, 1), to: reading(new, 2))
        guard let event else { return }
        try record([state.event(event)], of: state)
        model.change(state.id) { $0.mail = new }
    }

    private mutating func addMessage() throws {
        let account = try pick(accounts)
        let live = model.folders.filter { $0.account == account.id && $0.endedWith == nil }.map(\.id)
        let target = try pick(live)
        let folder = try #require(folders[target])
        let mail = try mail(in: account)
        let added = try log.addUnseen(mail, in: [folder])
        let state = try log.state(of: added.stream)
        states[added.id] = state
        model.add(
            .init(
                id: added.id, stream: added.stream, account: account.id, mail: mail,
                copies: [.init(number: 1, folder: folder.id, flags: mail.flags)], keywords: state.keywords))
    }

    private mutating func mark(_ state: MessageState) throws {
        let keyword = try pick([Keyword.seen, .flagged, .draft])
        let isAdding = Bool.random(using: &generator)
        let command = MarkMessages(adding: isAdding ? [keyword] : [], removing: isAdding ? [] : [keyword])
        try record(command.decide([state]), of: state)
        model.change(state.id) { message in
            if isAdding { message.keywords.insert(keyword) } else { message.keywords.remove(keyword) }
        }
    }

    private mutating func move(_ state: MessageState) throws {
        let target = try pick(model.folders.filter { folders[$0.id]?.accountStream == state.accountStream }.map(\.id))
        try record(MoveMessages().decide([state], to: #require(folders[target])), of: state)
        model.change(state.id) { message in
            for index in message.copies.indices where !message.copies[index].isRemoved {
                message.copies[index].folder = target
            }
        }
    }

    private mutating func copy(_ state: MessageState) throws {
        let target = try pick(model.folders.filter { folders[$0.id]?.accountStream == state.accountStream }.map(\.id))
        let flags = try pick(["", "S", "T"])
        let found = FoundCopy(
            source: "copy \(state.nextCopy)", raw: .of("\(state.nextCopy)"), flags: flags, fromLine: nil
        )
        let event = RecordCopy.decide(found, message: state, stream: .existing(state.stream)) { target }
        try record([try #require(event)], of: state)
        let keywords = try #require(states[state.id]).keywords
        model.change(state.id) { message in
            message.copies.append(.init(number: state.nextCopy, folder: target, flags: flags))
            message.keywords = keywords
        }
    }

    private mutating func changeCopy(_ state: MessageState) throws {
        guard let copy = state.copies.randomElement(using: &generator) else { return }
        let flags = try pick(["", "S", "T", "FS"])
        let found = FoundCopy(source: copy.source, raw: copy.raw, flags: flags, fromLine: nil)
        let event = RecordCopy.decide(found, message: state, stream: .existing(state.stream)) { copy.folder }
        try record(event.map { [$0] } ?? [], of: state)
        let keywords = try #require(states[state.id]).keywords
        model.change(state.id) { message in
            for index in message.copies.indices where message.copies[index].number == copy.number {
                message.copies[index].flags = flags
            }
            message.keywords = keywords
        }
    }

    private mutating func removeCopy(_ state: MessageState) throws {
        guard let copy = state.copies.randomElement(using: &generator) else { return }
        try record([state.event(CopyRemoved(message: state.id, copy: copy, keywords: nil))], of: state)
        model.change(state.id) { message in
            for index in message.copies.indices where message.copies[index].number == copy.number {
                message.copies[index].isRemoved = true
            }
        }
    }

    private mutating func endOrRestore(_ state: MessageState) throws {
        let event: any Event =
            state.isDeleted ? MessageRestored(message: state.id) : MessageDeleted(message: state.id)
        try record([state.event(event)], of: state)
        model.change(state.id) { $0.isDeleted.toggle() }
    }

    private mutating func markThread(_ state: MessageState) throws {
        let values = try ["pinned", "muted", "archived"].map { ($0, try pick([nil, true, false])) }
        guard values.contains(where: { $0.1 != nil }) else { return }
        func change(_ new: Bool?) -> Change<Bool>? { new.map { Change(old: !$0, new: $0) } }
        let marked = ThreadMarked(
            message: state.id, isPinned: change(values[0].1), isMuted: change(values[1].1),
            isArchived: change(values[2].1))
        try log.record([state.event(marked)])
        let position = try log.store.head().position.rawValue
        model.change(state.id) { message in
            for case (let field, let value?) in values { message.marks.append((field, value, position)) }
        }
    }

    private mutating func endOrRestoreFolder() throws {
        let folder = try pick(model.folders.filter { ownFolders.contains($0.id) })
        let state = try #require(folders[folder.id])
        if folder.endedWith == nil {
            try log.record(DeleteFolder().decide(state))
            model.deleteFolder(folder.id)
        } else if folder.endedWith == folder.id,
            model.folders.allSatisfy({ $0.id != folder.parent || $0.endedWith == nil })
        {
            try log.record([state.event(FolderRestored(folder: folder.id))])
            model.restoreFolder(folder.id)
        }
    }

    /// Makes a folder one of the trash, or an ordinary one again.
    private mutating func changeRole() throws {
        let index = try pick(model.folders.indices.filter { ownFolders.contains(model.folders[$0].id) })
        let folder = model.folders[index]
        let role: FolderRole? = folder.role == nil ? .trash : nil
        let event = FolderChanged(folder: folder.id) { $0.role = Change(old: folder.role, new: role) }
        try log.record([#require(folders[folder.id]).event(event)])
        model.folders[index].role = role
    }

    private mutating func endOrRestoreAccount() throws {
        let account = try pick(accounts)
        let isDeleted = model.deletedAccounts.contains(account.id)
        let event: any Event = isDeleted ? AccountRestored(account: account.id) : AccountDeleted(account: account.id)
        try log.record([
            ProposedEvent(
                event, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream)))
        ])
        model.deletedAccounts.formSymmetricDifference([account.id])
    }

    // MARK: Agreement

    func expectAgreement() throws {
        let counts = try log.folders().map { "\($0.accountAddress) \($0.id) \($0.total)/\($0.unread)" }.sorted()
        #expect(counts == model.counts())
        for count in try UnreadQuery(on: log.connection()).accounts() {
            let account = try #require(accounts.first { $0.stream == count.account })
            #expect("\(count.total)/\(count.unread)" == model.count(of: account.id))
        }
        #expect(try log.threadCounts() == model.threadCounts())
        let rows = try log.messages()
        let live = model.liveMessages()
        #expect(rows.map(\.id) == live.map(\.id))
        #expect(rows.map(\.keywords) == live.map { $0.keywords.map(\.text) })
        let (threads, counted) = (try log.threads().map(\.text), model.threads())
        #expect(
            threads == counted,
            "\(threads.filter { !counted.contains($0) }) \(counted.filter { !threads.contains($0) })")
        for (_, state) in states { #expect(try log.state(of: state.stream) == state) }
    }
}
