internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Writes in which mailbox each message came first.
final class MailboxesFold: ProjectionFold {
    private let places: SortedRows
    private let byMessage: SortedRows
    private let byChange: SortedRows
    private let selectFolder: Statement
    private var key = SortKey()
    private var folders: [FolderID: Int64] = [:]
    private let pages: SortedRows
    /// The page of each mailbox that is not full.
    private var openPages: [Int64: MailboxPage] = [:]

    init(into tables: FoldedTables) throws {
        places = tables.rows("mailbox_message")
        byMessage = tables.rows("mailbox_message_by_message")
        byChange = tables.rows("mailbox_message_by_change")
        pages = tables.rows("mailbox_page")
        selectFolder = try tables.connection.prepare(MessageTables.folderSelection)
    }

    func fold(_ added: MessageAdded, of event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let (message, position) = (event.stream.rawValue, event.position.rawValue)
        let folder = try folder(added.copy.folder)
        let flags = MailboxFlags(added)
        func add(to rows: SortedRows, _ columns: Int64?...) throws {
            key.removeAll()
            for column in columns {
                if let column { key.append(column) } else { key.appendNull() }
            }
            try rows.append(key)
        }
        try add(to: places, folder, position, message, Int64(flags.rawValue), nil, position)
        try add(to: byMessage, message, folder, position)
        try add(to: byChange, folder, position, position)
        let number = position >> MailboxPage.bits
        if let page = openPages[folder], page.number != number {
            try write(page, of: folder)
            openPages[folder] = nil
        }
        openPages[folder, default: MailboxPage(number: number)].append(
            uid: position, message: message, flags: flags.rawValue)
    }

    private func folder(_ id: FolderID) throws -> Int64 {
        if let known = folders[id] { return known }
        let folder = try selectFolder.first(id.blob) { try (id: $0.next(Int64.self), isLive: $0.next(Bool.self)) }?.id
        guard let folder else { throw ProjectionError.unknown("folder \(id)") }
        folders[id] = folder
        return folder
    }

    private func write(_ page: MailboxPage, of folder: Int64) throws {
        key.removeAll()
        key.append(folder)
        key.append(page.number)
        key.append(blob: page.bytes)
        try pages.append(key)
    }

    func finish() throws {
        for (folder, page) in openPages { try write(page, of: folder) }
    }
}
