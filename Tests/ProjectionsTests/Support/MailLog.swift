import CivilTime
import Cryptography
import EventLog
import Mail
import Projections
import SQLiteDatabase
import Testing

/// A mail log in memory with all its read models, filled by commands and by events made by hand.
final class MailLog {
    let store: any LogStore
    private let log: OpenLog
    private let views: Views
    private var lastID: Int64 = 0

    init() throws {
        log = try OpenLog.inSQLiteMemory()
        store = log.store
        views = Views(
            of: log, directory: nil, projections: AllProjections.types, catalogue: MailCatalogue.catalogue,
            canWrite: true, prepare: { _ in })
    }

    /// Other read models of the log, in a folder or in memory.
    func views(in folder: String?, projections: [any Projection.Type] = AllProjections.types) -> Views {
        Views(
            of: log, directory: folder, projections: projections, catalogue: MailCatalogue.catalogue, canWrite: true,
            prepare: { _ in })
    }

    /// The read models at the log's head.
    func connection() throws -> Connection {
        let projector = try views.current()
        try projector.catchUp(with: store)
        return projector.connection
    }

    /// Expects a build from the first event on to have the same rows.
    func expectRebuildAgrees(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let difference = try views.check()
        #expect(difference == nil, "\(String(describing: difference))", sourceLocation: sourceLocation)
    }

    // MARK: Writing

    func newID() -> UniqueID {
        lastID += 1
        return UniqueID.random { [lastID] count in
            [UInt8](repeating: 0, count: count - 8) + (0..<8).map { UInt8(truncatingIfNeeded: lastID >> (56 - 8 * $0)) }
        }
    }

    @discardableResult
    func record(_ events: [ProposedEvent]) throws -> Receipt? {
        guard !events.isEmpty else { return nil }
        let context = OperationContext(
            operation: OperationID(newID()), command: "test", actor: "ada", osUser: "ada", host: "h", program: "tests")
        return try store.append(ProposedTransaction(events, context: context))
    }

    /// Adds an account with the folders that every account has.
    func addAccount(_ address: String) throws -> AccountState {
        try record(AddAccount(address: address).decide(existing: [], newID: newID))
        return try account(address)
    }

    func account(_ address: String) throws -> AccountState {
        let accounts = try AccountsQuery(on: connection()).all(includingDeleted: true)
        return try #require(accounts.last { $0.address == address }).state
    }

    func addFolder(_ name: String, in account: AccountState, under parent: FolderState? = nil) throws -> FolderState {
        let receipt = try record(
            AddFolder(name: name).decide(in: account.id, account.stream, under: parent, siblings: [], newID: newID))
        let stream = try #require(receipt).firstPosition.rawValue
        return try #require(try folders(includingDeleted: true).first { $0.stream.rawValue == stream }).state
    }

    /// What a test says of a message; the rest is made up.
    struct Mail {
        var messageID: String?
        var references: [String] = []
        var inReplyTo: [String] = []
        var from = "eve@example.com"
        var subject: String?
        var date: Int64?
        var received: Int64 = 0
        var flags = ""

        var headers: MessageHeaders {
            var headers = MessageHeaders()
            headers.messageID = messageID
            headers.references = references
            headers.inReplyTo = inReplyTo
            headers.from = [EmailAddress(address: from)]
            headers.subject = subject
            headers.date = date.map(Timestamp.init(microseconds:))
            return headers
        }
    }

    /// Adds a message with a copy in each folder, and returns its state.
    @discardableResult
    func add(_ mail: Mail = Mail(), in folders: FolderState...) throws -> MessageState {
        try state(of: addUnseen(mail, in: folders).stream)
    }

    /// Adds a message without a look at the read models.
    func addUnseen(_ mail: Mail, in folders: [FolderState]) throws -> (id: MessageID, stream: StreamID) {
        let id = MessageID(newID())
        let account = try #require(folders.first)
        let copies = folders.enumerated().map { offset, folder in
            MessageCopy(
                number: offset + 1, folder: folder.id, source: "\(id):\(offset)", raw: .of("\(id)"), flags: mail.flags)
        }
        let added = MessageAdded(
            id: id, account: account.account, copy: copies[0], headers: mail.headers, attachments: [], snippet: "",
            keywords: KeywordSet(maildirFlags: mail.flags), receivedAt: Timestamp(microseconds: mail.received),
            identity: .of("\(id)"), size: 1, parser: 1)
        let reference = ProposedEvent.AccountReference.stream(.existing(account.accountStream))
        let receipt = try record(
            [ProposedEvent(added, target: .noStream, account: reference)]
                + copies.dropFirst().map {
                    ProposedEvent(
                        MessageCopied(message: id, copy: $0, keywords: nil), target: .any(.started(0)),
                        account: reference)
                })
        return (id, StreamID(try #require(receipt).firstPosition.rawValue))
    }

    // MARK: Reading

    func state(of stream: StreamID) throws -> MessageState {
        try #require(try MessageStates(on: connection()).state(of: stream))
    }

    func folders(includingDeleted: Bool = false) throws -> [FolderRow] {
        try FoldersQuery(on: connection()).all(includingDeleted: includingDeleted)
    }

    func folder(_ path: String, in account: AccountState) throws -> FolderState {
        try #require(try folders(includingDeleted: true).first { $0.path == path && $0.account == account.id }).state
    }

    /// `path total/unread` of each live folder that holds something.
    func counts() throws -> [String] {
        try folders().filter { $0.total != 0 || $0.unread != 0 }.map { "\($0.path) \($0.total)/\($0.unread)" }
    }

    /// `folder total/unread` of the threads of each live folder with some, in live accounts, sorted.
    func threadCounts() throws -> [String] {
        let query = MailboxCountsQuery(on: try connection())
        let folders = Dictionary(uniqueKeysWithValues: try folders().map { ($0.stream, $0.id) })
        return try AccountsQuery(on: connection()).all().flatMap { account in
            try query.threads(of: account.stream).map { folder, counts in
                "\(try #require(folders[folder])) \(counts.threads)/\(counts.unreadThreads)"
            }
        }.sorted()
    }

    /// `total/unread` of each live account.
    func accountCounts() throws -> [String] {
        try UnreadQuery(on: connection()).accounts().map { "\($0.total)/\($0.unread)" }
    }

    /// The live messages with their folders, in the order of recording.
    func messages() throws -> [MessageRow] {
        try MessagesQuery(on: connection()).all(matching: MessagesQuery.live).sorted { $0.stream < $1.stream }
    }

    func threads() throws -> [ThreadRow] {
        try ThreadsQuery(on: connection()).all(matching: "TRUE", limit: nil)
    }
}

extension SHA256Digest {
    static func of(_ text: String) -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }
}
