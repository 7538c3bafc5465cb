internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Announces the messages that come in and what happens to them, and writes the rows that they end with.
final class MessagesFold {
    private let tables: FoldedTables
    private let rows: MessageRows
    private let widenBlock: Statement
    private let folders: KnownFolders
    private var changing = ChangingMessages()
    /// Whether an account lives, as long as no account ends or comes back.
    private var lives: [Int64: Bool] = [:]
    /// The bytes of the live messages of each account.
    private var sizes: [Int64: Int64] = [:]
    /// The block of the last message, and its dates so far.
    private var block: (number: Int64, earliest: Int64, latest: Int64)?
    /// The streams of all folders of the log that is folded.
    private lazy var allFolders = Result {
        try tables.later.streams(begunBy: FolderCreated.self) { $0.id }.mapValues(\.rawValue)
    }

    init(into tables: FoldedTables) throws {
        self.tables = tables
        rows = MessageRows(into: tables)
        widenBlock = try MessageBlock.widening(on: tables.connection)
        folders = try KnownFolders(on: tables.connection)
    }

    var steps: ProjectionFold {
        var steps = ProjectionFold(finish: writeBlock)
        steps.take(MessageAdded.self, add)
        steps.take(MessageMarked.self) { marked, event, changes in
            try self.change(event, changes) { message in
                message.row.isSeen = marked.keywords.sets(.seen) ?? message.row.isSeen
                message.row.isDraft = marked.keywords.sets(.draft) ?? message.row.isDraft
                return true
            }
        }
        steps.take(MessageMoved.self, changeCopies)
        steps.take(MessageCopied.self) { copied, event, changes in
            try self.changeCopies(copied, event, changes, setting: copied.keywords)
        }
        steps.take(CopyChanged.self) { changed, event, changes in
            try self.changeCopies(changed, event, changes, setting: changed.keywords)
        }
        steps.take(CopyPushed.self, changeCopies)
        steps.take(CopyRemoved.self) { removed, event, changes in
            try self.changeCopies(removed, event, changes, setting: removed.keywords)
        }
        steps.take(MessageLinked.self) { _, event, changes in try self.change(event, changes) { _ in true } }
        steps.take(MessageDeleted.self) { _, event, changes in
            try self.change(event, changes) { message in
                message.row.isEnded = true
                return true
            }
        }
        steps.take(MessageRestored.self) { _, event, changes in
            try self.change(event, changes) { message in
                message.row.isEnded = false
                return true
            }
        }
        steps.take(AccountDeleted.self) { _, event, changes in self.follow(event, changes) }
        steps.take(AccountRestored.self) { _, event, changes in self.follow(event, changes) }
        return steps
    }

    private func add(_ added: MessageAdded, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let (folder, isLive) = try folders.place(of: added.copy)
        let message = NewMessage(
            added, id: event.stream.rawValue, account: event.account.rawValue, recordedAt: event.recordedAt,
            folder: folder, isLive: isLive)
        let later = try tables.later.events(of: event.stream)
        if later.isEmpty {
            try rows.append(message, added)
        } else {
            var fate = MessageFate(message, added)
            for event in later { try fate.follow(event, folder: stream) }
            try rows.append(fate.message, added, movedTo: fate.movedTo)
            try changing.append(message, changesCopies: later.contains { $0.changesCopies })
            changes.note(fate)
        }
        try widen(MessageBlock.number(of: message.id), by: message.sortDate)
        try announce(message.arrival, changes)
    }

    /// The stream of a folder, which may be created behind the event that is folded.
    private func stream(of folder: FolderID) throws -> Int64 {
        guard let stream = try allFolders.get()[folder] else { throw ProjectionError.unknown("folder \(folder)") }
        return stream
    }

    // MARK: What happens to messages

    /// - Parameter body: Returns whether a visible value changed, if the message is live.
    private func change(
        _ event: RecordedEvent, _ changes: ChangeRecorder, _ body: (inout ChangingMessages.Message) throws -> Bool
    ) throws {
        guard let transition = try changing.change(event.stream.rawValue, body) else { return }
        try announce(transition, changes)
    }

    private func changeCopies(_ content: any Event, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        try changeCopies(content, event, changes, setting: nil)
    }

    private func changeCopies(
        _ content: any Event, _ event: RecordedEvent, _ changes: ChangeRecorder, setting set: Change<KeywordSet>?
    ) throws {
        try change(event, changes) { message in
            let isShown = try message.copies?.follow(content, at: event.position.rawValue, folder: self.stream)
            if let set {
                message.row.isSeen = set.new.isSeen
                message.row.isDraft = set.new.isDraft
            }
            return isShown ?? false || set != nil
        }
    }

    private func announce(_ transition: MessageTransition, _ changes: ChangeRecorder) throws {
        let (wasLive, isLive) = (transition.before?.isLive ?? false, transition.after.isLive)
        // A message that is dead before and after is not announced.
        guard let kind = RowChange.Kind(wasShown: wasLive, isShown: isLive) else { return }
        let account = transition.account
        if wasLive != isLive {
            sizes[account, default: 0] += (isLive ? 1 : -1) * (transition.weight?.size ?? 0)
        }
        let isShown = try lives[account] ?? tables.connection.isLive(account: account)
        lives[account] = isShown
        guard isShown else { return changes.tell(transition) }
        changes.announce(
            RowChange(kind, entity: Entity.message, id: transition.message, account: account, detail: transition))
    }

    private func follow(_ event: RecordedEvent, _ changes: ChangeRecorder) {
        lives.removeAll()
        changes.note(AccountSize(bytes: sizes[event.account.rawValue] ?? 0))
    }

    // MARK: Blocks

    private func widen(_ number: Int64, by date: Int64) throws {
        if let known = block, known.number == number {
            block = (number, min(known.earliest, date), max(known.latest, date))
        } else {
            try writeBlock()
            block = (number, date, date)
        }
    }

    private func writeBlock() throws {
        guard let block else { return }
        for date in [block.earliest, block.latest] { try widenBlock.run(block.number, date) }
    }
}

/// The rows of messages that come in, and their entries in indexes.
private final class MessageRows {
    private let indexes: MessageIndexes
    private let messages: TreeWriter
    private let copies: TreeWriter
    private let keywords: TreeWriter
    private let moved: SortedRows
    private var record = RecordBuilder()
    private var key = SortKey()

    init(into tables: FoldedTables) {
        indexes = MessageIndexes(in: tables)
        messages = tables.tree("message", .table)
        copies = tables.tree("copy", .index)
        keywords = tables.tree("keyword", .index)
        moved = tables.rows("moved")
    }

    func append(_ message: NewMessage, _ added: MessageAdded, movedTo folders: Set<Int64> = []) throws {
        let id = message.id
        try message.append(added, to: &record)
        record.finish()
        try messages.append(record.record, row: id)
        for copy in message.copies.rows {
            try copy.append(of: id, sortDate: message.sortDate, to: &record)
            record.finish()
            try copies.append(record.record)
        }
        // Their order is that of their keys' bytes.
        let keywordsInOrder =
            message.keywords.count > 1
            ? message.keywords.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : Array(message.keywords)
        for keyword in keywordsInOrder {
            record.append(id)
            record.append(keyword.key)
            record.append(keyword.text)
            record.finish()
            try keywords.append(record.record)
        }
        for folder in folders { try moved.append(folder, id, by: &key) }
        try indexes.append(message, of: added)
    }
}

extension LaterEvents.Later {
    fileprivate var changesCopies: Bool {
        switch content {
        case is MessageMarked, is MessageDeleted, is MessageRestored, is MessageLinked, is ConflictDetected: false
        default: true
        }
    }
}
