internal import Cryptography
internal import EventLog
internal import MIME
internal import MailLedger
internal import Projections

/// The facts about a mailbox's messages, for one command: of files where they are there, else of the messages.
final class MailboxFacts {
    let rows: FetchedRows
    let query: MailboxesQuery
    private let reader: LedgerReader
    private let folder: StreamID
    /// Whether a UID says which bytes a message has: it has others as of a past moment.
    private let isOfToday: Bool
    /// One for each kind.
    private var shelves: [FactShelf]

    convenience init(_ reader: LedgerReader, _ selected: SelectedMailbox) throws {
        try self.init(reader, selected.folder, selected.rows(reader), isOfToday: selected.isOfToday)
    }

    init(_ reader: LedgerReader, _ folder: StreamID, _ rows: FetchedRows, isOfToday: Bool) throws {
        self.reader = reader
        self.folder = folder
        self.isOfToday = isOfToday
        self.rows = rows
        query = try MailboxesQuery(on: reader.connection)
        let erasures = try reader.erasureCount()
        shelves = FactKind.allCases.map { FactShelf($0, reader, erasures: erasures) }
    }

    /// Whether what is read now is there the next time.
    var areKept: Bool { isOfToday && reader.factFiles?.canWrite == true }

    /// Returns the row of a message that is in the mailbox, or was.
    func row(_ uid: UInt32) throws -> FetchedRow {
        guard let row = try rows.row(uid, in: folder) else { throw NoAnswer("A message is not there any more") }
        return row
    }

    /// Finds a message; nil where its bytes are missing.
    func load(_ digest: SHA256Digest) throws -> LoadedMessage? { try LoadedMessage(digest, reader) }

    /// Returns facts about a message; nil if no file has them of the bytes that it has.
    ///
    /// - Parameter row: Called where the UID alone does not tell.
    func find(
        _ kind: FactKind, of entry: MailboxEntry, row: () throws -> FetchedRow
    ) throws -> FactShelf.Found? {
        guard reader.factFiles != nil, let found = try shelves[kind.rawValue].find(entry.message) else { return nil }
        // Bytes that came later are under a later UID (RFC 9051 section 2.3.1.1).
        if isOfToday, Int64(entry.uid) <= found.since { return found }
        let digest = try row().content
        return shelves[kind.rawValue].isFound(found, of: digest, entry.message) ? found : nil
    }

    /// Keeps facts about a message.
    func keep(_ bytes: [UInt8], _ kind: FactKind, of message: Int64, _ digest: SHA256Digest) throws {
        guard reader.factFiles != nil, isOfToday, bytes.count <= FactShelf.longestFact else { return }
        try shelves[kind.rawValue].add(bytes, about: message, of: digest)
    }

    /// Writes what is new, so that the next question finds it.
    func save() throws {
        for index in shelves.indices { try shelves[index].save() }
    }
}
