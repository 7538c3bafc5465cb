internal import CivilTime
internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import Mail
internal import SQLiteDatabase

/// The rows of a message that comes in, in `message`, `copy` and `keyword`.
struct NewMessage: Sendable {
    let id: Int64
    let account: Int64
    let recordedAt: Timestamp
    /// The folder that it came to.
    let folder: Int64
    var copies: MessageCopies
    var nextCopy: Int
    var keywords: KeywordSet
    /// Whether a command, or what was seen in a copy, has set its keywords.
    var keywordsAreSet = false
    /// The position of the event that deleted it.
    var ended: Int64?
    /// What a server knows it by.
    var external: ExternalIDs
    let sortDate: Int64
    let size: Int64
    let hasAttachments: Bool
    let uuid: [UInt8]
    let identity: [UInt8]
    /// SHA-256 of its bytes.
    let content: [UInt8]

    init(_ added: MessageAdded, id: Int64, account: Int64, recordedAt: Timestamp, folder: Int64, isLive: Bool) {
        self.id = id
        self.account = account
        self.recordedAt = recordedAt
        self.folder = folder
        copies = MessageCopies(StoredCopy(added.copy, in: folder, isLive: isLive))
        nextCopy = added.copy.number + 1
        keywords = added.keywords
        external = added.external ?? ExternalIDs()
        size = Int64(added.size)
        sortDate = SortTime.of(date: added.headers.date, receivedAt: added.receivedAt, recordedAt: recordedAt)
        hasAttachments = added.attachments.contains(where: \.isForReaders)
        uuid = added.id.blob
        identity = added.identity.bytes
        content = added.copy.raw.bytes
    }

    var isLive: Bool { copies.areLive && ended == nil }

    /// What it means to those that count, from its coming to now.
    var arrival: MessageTransition {
        MessageTransition(
            message: id, account: account, weight: MessageWeight(sortDate: sortDate, size: size), before: nil,
            after: MessageTransition.State(
                isLive: isLive, isUnread: keywords.isUnread, isDraft: keywords.isDraft,
                folders: isLive ? copies.liveFolders : []))
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
        try row.append(size)
        try row.append(added.snippet)
        try row.append(hasAttachments)
        try row.append(keywords.isUnread)
        try row.append(keywords.isFlagged)
        try row.append(keywords.isAnswered)
        try row.append(keywords.isDraft)
        try row.append(keywords.isSeen)
        try row.append(keywordsAreSet)
        try row.append(Int64(nextCopy))
        try row.append(isLive)
        try row.append(ended)
        try row.append(added.lacksBody != true)
        try row.append(external.id)
        try row.append(external.thread)
        try row.append(external.draft)
        try row.append(Int64(added.parser))
        try row.append(recordedAt.microseconds)
        try row.append(added.headers.listID)
        try row.append(Int64(added.headers.from.count))
    }
}
