internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Announces the messages that come in, and writes their rows.
final class MessagesFold: ProjectionFold {
    private let tables: FoldedTables
    private let rows: MessageRows
    private let widenBlock: Statement
    private let folders: KnownFolders
    private var lives: [Int64: Bool] = [:]
    /// The block of the last message, and its dates so far.
    private var block: (number: Int64, earliest: Int64, latest: Int64)?

    init(into tables: FoldedTables) throws {
        self.tables = tables
        rows = MessageRows(into: tables)
        widenBlock = try MessageBlock.widening(on: tables.connection)
        folders = try KnownFolders(on: tables.connection)
    }

    func fold(_ added: MessageAdded, of event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let (folder, isLive) = try folders.place(of: added.copy)
        let message = NewMessage(
            added, id: event.stream.rawValue, account: event.account.rawValue, recordedAt: event.recordedAt,
            folder: folder, isLive: isLive)
        try rows.append(message, added)
        try widen(MessageBlock.number(of: message.id), by: message.sortDate)
        try announce(message, changes)
    }

    private func announce(_ row: NewMessage, _ changes: ChangeRecorder) throws {
        let transition = MessageTransition(message: row.id, account: row.account, before: nil, after: row.state)
        guard row.isLive else { return }
        let isShown = try lives[row.account] ?? tables.connection.isLive(account: row.account)
        lives[row.account] = isShown
        guard isShown else { return changes.tell(transition) }
        changes.announce(
            RowChange(.created, entity: Entity.message, id: row.id, account: row.account, detail: transition))
    }

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

    func finish() throws { try writeBlock() }
}

/// The rows of messages that come in, and their entries in indexes.
private final class MessageRows {
    private let indexes: MessageIndexes
    private let messages: TreeWriter
    private let copies: TreeWriter
    private let keywords: TreeWriter
    private var record = RecordBuilder()

    init(into tables: FoldedTables) {
        indexes = MessageIndexes(in: tables)
        messages = tables.tree("message", .table)
        copies = tables.tree("copy", .index)
        keywords = tables.tree("keyword", .index)
    }

    func append(_ message: NewMessage, _ added: MessageAdded) throws {
        let id = message.id
        try message.append(added, to: &record)
        record.finish()
        try messages.append(record.record, row: id)
        try NewMessage.append(
            added.copy, of: id, in: message.folder, isLive: message.isLive, sortDate: message.sortDate, to: &record)
        record.finish()
        try copies.append(record.record)
        // Their order is that of their keys' bytes.
        let keywordsInOrder =
            added.keywords.count > 1
            ? added.keywords.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : Array(added.keywords)
        for keyword in keywordsInOrder {
            record.append(id)
            record.append(keyword.key)
            record.append(keyword.text)
            record.finish()
            try keywords.append(record.record)
        }
        try indexes.append(message, of: added)
    }
}
