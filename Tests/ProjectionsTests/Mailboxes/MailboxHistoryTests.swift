import EventLog
import Mail
import Projections
import TestSupport
import Testing

/// Random histories: what mailboxes contain is what plain values say, live and rebuilt, and what a client pieces together.
struct MailboxHistoryTests {
    @Test(arguments: 1...4)
    func `after any sequence of events mailboxes have what the events say, under UIDs that only grow`(
        run: Int
    ) throws {
        var history = try MailboxHistory()
        for step in 0..<240 {
            try history.takeStep()
            // Rarely, so that the views take many events at a time as well as few, and some after they were blanked.
            if Int.random(in: 0..<6, using: &history.generator) == 0 || step == 239 { try history.expectAgreement() }
        }
        #expect(history.erasures > 0 && history.loads > 0, "\(history.label)")
    }
}

/// A client that was there at a position, and since asks for nothing but what changed.
private struct FollowingClient {
    var modSeq: Int64 = 0
    var messages: [UInt32: MailboxMessage] = [:]

    mutating func comeBack(to folder: FolderState, _ mailboxes: MailboxesQuery) throws {
        let summary = try mailboxes.summary(of: folder.stream)
        if let erasure = try mailboxes.lastErasure(account: folder.accountStream), erasure > modSeq {
            let present = Set(try mailboxes.uids(in: folder.stream))
            messages = messages.filter { present.contains($0.key) }
        } else {
            for uid in try mailboxes.vanished(in: folder.stream, since: modSeq) { messages[uid] = nil }
        }
        for message in try mailboxes.changed(in: folder.stream, since: modSeq) { messages[message.uid] = message }
        modSeq = summary.highestModSeq
    }
}

/// A log and the model of it, which random steps change alike.
private struct MailboxHistory {
    /// What was once seen of a mailbox.
    private struct Seen {
        var uidNext: UInt32 = 0
        var highestModSeq: Int64 = 0
        var messages: [UInt32: Int64] = [:]
        var clients = [FollowingClient(), FollowingClient(), FollowingClient()]
    }

    let log: MailLog
    var generator = TestSupport.SeededGenerator()
    private(set) var erasures = 0
    private(set) var loads = 0
    private var model = MailboxModel()
    private var accounts: [AccountState] = []
    private var folders: [FolderState] = []
    private var ended: Set<StreamID> = []
    private var seen: [FolderID: Seen] = [:]

    var label: String { "seed \(generator.seed)" }

    init() throws {
        log = try MailLog()
        for address in ["ada@example.org", "bob@example.net"] {
            let account = try log.addAccount(address)
            accounts.append(account)
            _ = try log.addFolder("Work", in: account)
        }
        folders = try log.folders().map(\.state).filter { [nil, .inbox, .archive].contains($0.role) }
    }

    private mutating func pick<Element>(_ choices: [Element]) throws -> Element {
        try #require(choices.randomElement(using: &generator))
    }

    private mutating func pickFolder(of account: StreamID) throws -> FolderState {
        try pick(folders.filter { $0.accountStream == account })
    }

    private mutating func record(_ events: [ProposedEvent], of stream: StreamID) throws {
        guard let first = try log.record(events)?.firstPosition.rawValue else { return }
        for (offset, proposed) in events.enumerated() {
            model.apply(proposed.event, to: stream, at: first + Int64(offset))
        }
    }

    private mutating func record(_ event: any Event, of message: MessageState) throws {
        try record([message.event(event)], of: message.stream)
    }

    // MARK: Steps

    mutating func takeStep() throws {
        let messages = model.messages.values.sorted { $0.stream < $1.stream }
        // Few messages to which much happens.
        guard messages.count > 8, Int.random(in: 0..<12, using: &generator) > 0 else { return try addMessage() }
        let message = try pick(messages)
        if message.isDeleted, Bool.random(using: &generator) {
            return try record(MessageRestored(message: message.id), of: message)
        }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0...3: try mark(message)
        case 4, 5:
            let folder = try pickFolder(of: message.accountStream)
            try record(MoveMessages().decide([message], to: folder), of: message.stream)
        case 6, 7: try copy(message)
        case 8...12: try changeCopy(message)
        case 13: try push(message)
        case 14: try removeCopyOrBringItBack(message)
        case 15, 16: if !message.isDeleted { try record(MessageDeleted(message: message.id), of: message) }
        case 17: try loadBody(message)
        case 18: try endOrRestoreSomething()
        default: try erase([message] + messages.filter { $0.stream > message.stream }.prefix(1))
        }
    }

    private mutating func addMessage() throws {
        let folder = try pick(folders)
        var places = [folder]
        if Bool.random(using: &generator) { places.append(try pickFolder(of: folder.accountStream)) }
        let flags = try pick(["", "", "S", "F", "DS", "PS", "T"])
        let before = try log.store.head().position
        let (_, stream) = try log.addUnseen(.init(flags: flags), in: places)
        try log.store.forEach(EventSelection(after: before), decodedBy: MailCatalogue.catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            let position = recorded.position.rawValue
            if let added = event as? MessageAdded {
                model.add(added, stream: stream, account: folder.accountStream, at: position)
            } else {
                model.apply(event, to: stream, at: position)
            }
            return true
        }
    }

    private mutating func mark(_ message: MessageState) throws {
        let keyword = try pick([Keyword.seen, .flagged, .draft, Keyword("work"), Keyword("home"), Keyword("$junk")])
        let isAdding = Int.random(in: 0..<3, using: &generator) > 0
        let command = MarkMessages(adding: isAdding ? [keyword] : [], removing: isAdding ? [] : [keyword])
        try record(command.decide([message]), of: message.stream)
    }

    private mutating func copy(_ message: MessageState) throws {
        let folder = try pickFolder(of: message.accountStream)
        let found = FoundCopy(
            source: "copy \(message.nextCopy)", raw: .of("\(message.nextCopy)"), flags: try pick(["", "S", "P", "T"]),
            fromLine: nil)
        let event = RecordCopy.decide(found, message: message, stream: .existing(message.stream)) { folder.id }
        try record(event.map { [$0] } ?? [], of: message.stream)
    }

    private mutating func changeCopy(_ message: MessageState) throws {
        guard let copy = message.copies.randomElement(using: &generator) else { return }
        if Bool.random(using: &generator) {
            let isHidden = MessageCopy.isHidden(flags: copy.flags)
            let change = Change(old: isHidden, new: !isHidden)
            return try record(CopyChanged(message: message.id, copy: copy.number, isHidden: change), of: message)
        }
        let found = FoundCopy(
            source: copy.source, raw: copy.raw, flags: try pick(["", "P", "T", "PT", "FS"]), fromLine: nil)
        let event = RecordCopy.decide(found, message: message, stream: .existing(message.stream)) { copy.folder }
        try record(event.map { [$0] } ?? [], of: message.stream)
    }

    private mutating func push(_ message: MessageState) throws {
        guard let copy = message.copies.randomElement(using: &generator) else { return }
        let flags = Change(old: copy.flags, new: try pick(["", "S", "T"]))
        try record(CopyPushed(message: message.id, copy: copy.number, flags: flags), of: message)
    }

    private mutating func removeCopyOrBringItBack(_ message: MessageState) throws {
        guard let copy = message.copies.randomElement(using: &generator) else { return }
        try record(CopyRemoved(message: message.id, copy: copy, keywords: nil), of: message)
        guard Bool.random(using: &generator) else { return }
        try record(MessageCopied(message: message.id, copy: copy, keywords: nil), of: message)
    }

    private mutating func loadBody(_ message: MessageState) throws {
        guard let raw = message.copies.first?.raw else { return }
        loads += 1
        let loaded = MessageBodyLoaded(
            message: message.id, raw: Change(old: raw, new: .of("whole \(loads)")),
            identity: Change(old: raw, new: .of("whole \(loads)")), size: Change(old: 1, new: 2), attachments: [],
            snippet: "")
        try record(loaded, of: message)
    }

    private mutating func endOrRestoreSomething() throws {
        let account = try pick(accounts)
        let folder = try pick(folders.filter { $0.accountStream == account.stream && $0.role == nil })
        let isOfFolder = Bool.random(using: &generator)
        let stream = isOfFolder ? folder.stream : account.stream
        let hasEnded = ended.contains(stream)
        ended.formSymmetricDifference([stream])
        if !isOfFolder {
            try log.record(
                hasEnded ? AccountRestored(account: account.id) : AccountDeleted(account: account.id), of: account)
        } else if hasEnded {
            try log.record([folder.event(FolderRestored(folder: folder.id))])
        } else {
            try log.record(DeleteFolder().decide(folder))
        }
    }

    private mutating func erase(_ messages: [MessageState]) throws {
        let account = try #require(accounts.first { $0.stream == messages.first?.accountStream })
        let erased = messages.filter { $0.accountStream == account.stream }
        try log.erase(erased, of: account)
        erasures += 1
        let first = try log.last() - Int64(erased.count) + 1
        for (offset, message) in erased.enumerated() {
            let event = MessageErased(
                message: message.id, account: account.id, events: 1, identities: [], messageID: nil, keyCheck: nil)
            model.apply(event, to: message.stream, at: first + Int64(offset))
        }
    }

    // MARK: Agreement

    mutating func expectAgreement() throws {
        let mailboxes = try log.mailboxes()
        for folder in folders {
            let (rows, label) = (model.present(in: folder.id), "\(label) \(folder.id)")
            let present = try mailboxes.changed(in: folder.stream, since: 0)
            #expect(present.map { Int64($0.uid) } == rows.map(\.uid), "\(label)")
            #expect(present.map(\.message) == rows.map(\.message.rawValue), "\(label)")
            #expect(present.map(\.modSeq) == rows.map(\.modSeq), "\(label)")
            #expect(present.map(\.flags) == rows.map { MailboxFlags(named: $0.flags) }, "\(label)")
            #expect(try mailboxes.uids(in: folder.stream) == present.map(\.uid), "\(label)")
            for row in rows {
                #expect(try Set(mailboxes.spellings(of: row.message.rawValue)) == row.flags.subtracting(["\\Deleted"]))
                #expect(try mailboxes.uid(of: row.message.rawValue, in: folder.stream) == UInt32(row.uid), "\(label)")
            }
            let since = Int64.random(in: 0...(try log.last()), using: &generator)
            #expect(
                try mailboxes.vanished(in: folder.stream, since: since)
                    == model.vanished(in: folder.id, since: since), "\(label)")
            let uids = Set(present.map(\.uid))
            let changes = try mailboxes.changes(in: folder.stream, since: since)
            #expect(
                changes.filter { uids.contains($0.uid) }.map { "\($0.uid) \($0.modSeq)" }
                    == present.filter { $0.modSeq > since }.map { "\($0.uid) \($0.modSeq)" }, "\(label)")
            #expect(
                changes.map(\.uid).filter { !uids.contains($0) }
                    == model.vanished(in: folder.id, since: since), "\(label)")
            try expectGrowth(of: folder, present, mailboxes, label)
            try expectSummary(of: folder, rows, mailboxes, label)
        }
        #expect(try log.rebuiltMailboxRows() == log.mailboxRows(), "\(label)")
    }

    private mutating func expectGrowth(
        of folder: FolderState, _ present: [MailboxMessage], _ mailboxes: MailboxesQuery, _ label: String
    ) throws {
        let summary = try mailboxes.summary(of: folder.stream)
        var seen = seen[folder.id] ?? Seen()
        #expect(summary.uidNext >= seen.uidNext && summary.highestModSeq >= seen.highestModSeq, "\(label)")
        for message in present {
            if let before = seen.messages[message.uid] {
                #expect(before == message.message, "\(label)")
            } else {
                #expect(message.uid >= seen.uidNext, "\(label)")
            }
            #expect(message.uid < summary.uidNext && message.modSeq <= summary.highestModSeq, "\(label)")
            seen.messages[message.uid] = message.message
        }
        (seen.uidNext, seen.highestModSeq) = (summary.uidNext, summary.highestModSeq)
        // The first client is there each time; the others now and then.
        for index in seen.clients.indices where index == 0 || Int.random(in: 0...index * 3, using: &generator) == 0 {
            try seen.clients[index].comeBack(to: folder, mailboxes)
            let kept = seen.clients[index].messages.values.sorted { $0.uid < $1.uid }
            #expect(kept == present, "client \(index) \(label)")
        }
        self.seen[folder.id] = seen
    }

    private func expectSummary(
        of folder: FolderState, _ rows: [MailboxModel.Row], _ mailboxes: MailboxesQuery, _ label: String
    ) throws {
        let summary = try mailboxes.summary(of: folder.stream)
        let unseen = rows.filter { !$0.flags.contains("$seen") }
        #expect(summary.uidValidity == UInt32(folder.stream.rawValue))
        #expect(summary.messages == rows.count && summary.unseen == unseen.count, "\(label)")
        #expect(summary.deleted == rows.count { $0.flags.contains("\\Deleted") }, "\(label)")
        let pages = try mailboxes.pages(of: folder.stream)
        #expect(pages.numberOfFirstUnseen == rows.firstIndex { !$0.flags.contains("$seen") }.map { $0 + 1 }, "\(label)")
        #expect(try Array(pages) == mailboxes.changed(in: folder.stream, since: 0).map(\.entry), "\(label)")
        #expect(summary.highestModSeq >= folder.stream.rawValue)
    }
}

extension MailboxFlags {
    /// The bits of flags that are named.
    fileprivate init(named names: Set<String>) {
        let bits: [String: MailboxFlags] = [
            "$seen": .seen, "$answered": .answered, "$flagged": .flagged, "$draft": .draft, "\\Deleted": .deleted,
        ]
        self = names.reduce(into: []) { flags, name in flags.insert(bits[name] ?? .hasOthers) }
    }
}
