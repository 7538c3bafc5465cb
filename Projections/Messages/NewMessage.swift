internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import Mail
internal import SQLiteDatabase

/// The rows that a message begins with, in `message`, `copy` and `keyword`.
struct NewMessage {
    let id: Int64
    let account: Int64
    let recordedAt: Timestamp
    /// The folder of its copy.
    let folder: Int64
    /// Whether its copy is live, and so the message.
    let isLive: Bool
    let sortDate: Int64
    let hasAttachments: Bool
    let state: MessageTransition.State
    let uuid: [UInt8]
    let identity: [UInt8]
    /// SHA-256 of its bytes.
    let content: [UInt8]

    init(_ added: MessageAdded, id: Int64, account: Int64, recordedAt: Timestamp, folder: Int64, isLive: Bool) {
        self.id = id
        self.account = account
        self.recordedAt = recordedAt
        self.folder = folder
        self.isLive = isLive
        sortDate = SortTime.of(date: added.headers.date, receivedAt: added.receivedAt, recordedAt: recordedAt)
        hasAttachments = added.attachments.contains(where: \.isForReaders)
        state = MessageTransition.State(
            isLive: isLive, isUnread: added.keywords.isUnread, isDraft: added.keywords.isDraft,
            folders: isLive ? [folder] : [])
        uuid = added.id.blob
        identity = added.identity.bytes
        content = added.copy.raw.bytes
    }

    /// Appends the columns of `message`.
    func append(_ added: MessageAdded, to row: inout some ColumnWriter) throws {
        try row.append(rowID: id)
        try row.append(blob: uuid)
        try row.append(account)
        try row.append(blob: identity)
        try row.append(blob: content)
        try row.append(added.headers.messageID)
        try row.append(added.headers.subject)
        try row.append(added.headers.from.first?.name)
        try row.append(added.headers.from.first?.address)
        try row.append(text: CanonicalJSONWriter.bytes(of: added.headers.to))
        try row.append(added.headers.date?.microseconds)
        try row.append(added.receivedAt.microseconds)
        try row.append(sortDate)
        try row.append(added.size)
        try row.append(added.snippet)
        try row.append(hasAttachments)
        try row.append(added.keywords.isUnread)
        try row.append(added.keywords.isFlagged)
        try row.append(added.keywords.isAnswered)
        try row.append(added.keywords.isDraft)
        try row.append(added.keywords.isSeen)
        // No command has set its keywords, and it has one copy.
        try row.append(false)
        try row.append(Int64(2))
        try row.append(isLive)
        try row.appendNull()
        try row.append(added.lacksBody != true)
        try row.append(added.external?.id)
        try row.append(added.external?.thread)
        try row.append(added.external?.draft)
        try row.append(Int64(added.parser))
        try row.append(recordedAt.microseconds)
        try row.append(added.headers.listID)
        try row.append(Int64(added.headers.from.count))
    }

    /// Appends the columns of `copy`.
    static func append(
        _ copy: MessageCopy, of message: Int64, in folder: Int64, isLive: Bool, sortDate: Int64,
        to row: inout some ColumnWriter
    ) throws {
        try row.append(message)
        try row.append(Int64(copy.number))
        try row.append(folder)
        try row.append(copy.source)
        try row.append(blob: copy.raw.bytes)
        try row.append(copy.flags)
        try row.append(copy.fromLine)
        try row.append(isLive)
        // It has not ended.
        try row.appendNull()
        try row.append(copy.maildir)
        try row.append(sortDate)
    }
}
