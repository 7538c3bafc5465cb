internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Writes in which mailbox each message came first.
final class MailboxesFold: ProjectionFold {
    private let places: SortedRows
    private let byMessage: SortedRows
    private let byChange: SortedRows
    private var key = SortKey()
    private let folders: KnownFolders
    private let pages: SortedRows
    /// The page of each mailbox that is not full.
    private var openPages: [Int64: MailboxPage] = [:]

    init(into tables: FoldedTables) throws {
        places = tables.rows("mailbox_message")
        byMessage = tables.rows("mailbox_message_by_message")
        byChange = tables.rows("mailbox_message_by_change")
        pages = tables.rows("mailbox_page")
        folders = try KnownFolders(on: tables.connection)
    }

    func fold(_ added: MessageAdded, of event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let (message, position) = (event.stream.rawValue, event.position.rawValue)
        let folder = try folders.place(of: added.copy).folder
        let flags = MailboxFlags(added)
        try places.append(folder, position, message, Int64(flags.rawValue), nil, position, by: &key)
        try byMessage.append(message, folder, position, by: &key)
        try byChange.append(folder, position, position, by: &key)
        let number = position >> MailboxPage.bits
        if let page = openPages[folder], page.number != number {
            try write(page, of: folder)
            openPages[folder] = nil
        }
        openPages[folder, default: MailboxPage(number: number)].append(
            uid: position, message: message, flags: flags.rawValue)
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
