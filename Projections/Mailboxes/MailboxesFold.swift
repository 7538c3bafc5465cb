internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Writes in which mailboxes each message was and is.
final class MailboxesFold {
    private let places: SortedRows
    private let byMessage: SortedRows
    private let byChange: SortedRows
    private let pages: SortedRows
    /// The folder, the UID, the message and the flags of each message that is there.
    private let entries: SortedRows
    private var key = SortKey()
    private let folders: KnownFolders

    init(into tables: FoldedTables) throws {
        places = tables.rows("mailbox_message")
        byMessage = tables.rows("mailbox_message_by_message")
        byChange = tables.rows("mailbox_message_by_change")
        pages = tables.rows("mailbox_page")
        entries = tables.rows()
        folders = try KnownFolders(on: tables.connection)
    }

    var steps: ProjectionFold {
        var steps = ProjectionFold(finish: writePages)
        steps.take(MessageAdded.self, add)
        // What becomes of a message is known when it comes in.
        for type in FoldedEvents.ofMessages { steps.skip(type) }
        return steps
    }

    private func add(_ added: MessageAdded, _ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let message = event.stream.rawValue
        if let fate = changes.fate {
            for stay in fate.stays { try write(stay, of: message) }
        } else {
            let uid = event.position.rawValue
            let folder = try folders.place(of: added.copy).folder
            try write(MessageFate.Stay(folder: folder, uid: uid, flags: MailboxFlags(added)), of: message)
        }
    }

    private func write(_ stay: MessageFate.Stay, of message: Int64) throws {
        let flags = Int64(stay.flags.rawValue)
        try places.append(stay.folder, stay.uid, message, flags, stay.left, stay.modseq, by: &key)
        try byMessage.append(message, stay.folder, stay.uid, by: &key)
        try byChange.append(stay.folder, stay.modseq, stay.uid, by: &key)
        if stay.left == nil { try entries.append(stay.folder, stay.uid, message, flags, by: &key) }
    }

    private func writePages() throws {
        var folder: Int64 = 0
        var page = MailboxPage(number: 0)
        try entries.forEach { entry in
            var place = 0
            func next() -> Int64 { SortKey.nextInteger(of: entry, at: &place) }
            let (itsFolder, uid, message, flags) = (next(), next(), next(), next())
            let number = uid >> MailboxPage.bits
            if itsFolder != folder || number != page.number {
                try write(page, of: folder)
                (folder, page) = (itsFolder, MailboxPage(number: number))
            }
            page.append(uid: uid, message: message, flags: UInt8(truncatingIfNeeded: flags))
        }
        try write(page, of: folder)
    }

    private func write(_ page: MailboxPage, of folder: Int64) throws {
        guard !page.bytes.isEmpty else { return }
        key.removeAll()
        key.append(folder)
        key.append(page.number)
        key.append(blob: page.bytes)
        try pages.append(key)
    }
}
