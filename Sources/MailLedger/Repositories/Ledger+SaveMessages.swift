internal import Content
public import EventLog
internal import Hashing
internal import MIME
public import Mail
internal import Mailboxes
public import Projections
internal import SQLite

extension Ledger {
    /// Records messages in one transaction or none, and returns their rows in the order given.
    ///
    /// What an account has already is not recorded again; at another place it becomes one more copy.
    public func saveMessages(_ messages: [IncomingMessage], context: OperationContext) throws -> [MessageRow] {
        try requireWritable()
        let parsed = try messages.map(ParsedIncomingMessage.init)
        // Content first: what the log names is there (docs: Architecture.md, "Orders").
        if !parsed.isEmpty {
            try content.batch { store in
                for message in parsed { try store.put(bytes: message.bytes, digest: message.digests.raw) }
            }
        }
        var ids: [MessageID] = []
        _ = try change(context) { reader in
            var decision = try SaveMessages(reader: reader, now: environment.log.now(), newID: newID)
            ids = try parsed.map { try decision.record($0) }
            return decision.events
        }
        return try read { reader in try ids.map { try reader.requireMessage($0) } }
    }
}

extension LedgerReader {
    /// Returns the live message with exactly this id.
    public func message(withID id: MessageID) throws -> MessageRow? {
        let query = MessagesQuery(on: connection)
        guard let stream = try query.streams(withPrefix: id.description, limit: 1).first else { return nil }
        return try query.all(matching: "message.id = \(bind: stream.rawValue)", limit: 1).first
    }

    func requireMessage(_ id: MessageID) throws -> MessageRow {
        guard let row = try message(withID: id) else { throw RepositoryError.missing("message", id) }
        return row
    }
}

/// A message that was read before the writer's lock is taken.
private struct ParsedIncomingMessage {
    let message: IncomingMessage
    private let read: MessageBytes
    var digests: MessageDigests { read.digests }
    var parsed: ParsedMessage { read.parsed }
    var bytes: [UInt8] { message.bytes }

    init(_ message: IncomingMessage) throws {
        self.message = message
        read = try MessageBytes(message.bytes)
    }

    var copy: FoundCopy {
        FoundCopy(
            source: message.source ?? digests.raw.hex + ".eml", raw: digests.raw,
            flags: message.keywords.maildirFlags, fromLine: nil)
    }
}

/// Decides what of a batch is new, under the writer's lock and against the read models at the head.
private struct SaveMessages {
    private let reader: LedgerReader
    private let now: Timestamp
    private let newID: () -> UniqueID
    private let states: MessageStates
    private var accounts: [AccountID: AccountRow] = [:]
    /// Messages that this transaction touches, as its events leave them.
    private var touched: [Key: (stream: ProposedEvent.StreamReference, state: MessageState)] = [:]
    private(set) var events: [ProposedEvent] = []

    private struct Key: Hashable {
        let account: AccountID
        let identity: SHA256Digest
    }

    init(reader: LedgerReader, now: Timestamp, newID: @escaping () -> UniqueID) throws {
        self.reader = reader
        self.now = now
        self.newID = newID
        states = try MessageStates(on: reader.connection)
    }

    mutating func record(_ new: ParsedIncomingMessage) throws -> MessageID {
        let account = try account(new.message.account)
        let folder = try folder(new.message.folder, in: account)
        let key = Key(account: account.id, identity: new.digests.identity)
        guard let known = try touched[key] ?? stored(new.digests.identity, in: account) else {
            return try add(new, to: folder, of: account, as: key)
        }
        guard !known.state.isDeleted else {
            throw MailError.conflict("message \(known.state.id) was deleted; 'undo' brings it back")
        }
        if let event = RecordCopy.decide(new.copy, message: known.state, stream: known.stream, folder: { folder.id }) {
            events.append(event)
            touched[key] = (known.stream, known.state.applying(event.event))
        }
        return known.state.id
    }

    private mutating func add(
        _ new: ParsedIncomingMessage, to folder: FolderRow, of account: AccountRow, as key: Key
    ) throws -> MessageID {
        let copy = new.copy
        let added = MessageAdded(
            id: MessageID(newID()), account: account.id, copy: copy.numbered(1, in: folder.id),
            headers: MessageHeaders(new.parsed), attachments: new.parsed.attachments.map(AttachmentSummary.init),
            snippet: new.parsed.snippet, keywords: copy.keywords, receivedAt: new.message.receivedAt ?? now,
            identity: new.digests.identity, size: Int64(new.bytes.count), parser: MessageParser.version)
        let stream = ProposedEvent.StreamReference.started(events.count)
        let place = ProposedEvent.AccountReference.stream(.existing(account.stream))
        events.append(ProposedEvent(added, target: .noStream, account: place))
        var state = MessageState(added, stream: .none, accountStream: account.stream)
        // Keywords that no flag of a copy stands for are said of the message.
        if new.message.keywords != copy.keywords {
            let marked = MessageMarked(
                message: added.id, keywords: Change(old: copy.keywords, new: new.message.keywords))
            events.append(ProposedEvent(marked, target: .any(stream), account: place))
            state = state.applying(marked)
        }
        touched[key] = (stream, state)
        return added.id
    }

    private func stored(
        _ identity: SHA256Digest, in account: AccountRow
    ) throws -> (stream: ProposedEvent.StreamReference, state: MessageState)? {
        guard let stream = try states.stream(withIdentity: identity, account: account.stream),
            let state = try states.state(of: stream)
        else { return nil }
        return (.existing(stream), state)
    }

    private mutating func account(_ id: AccountID) throws -> AccountRow {
        if let known = accounts[id] { return known }
        let row = try reader.requireAccount(id)
        accounts[id] = row
        return row
    }

    private var folders: [FolderID: FolderRow] = [:]
    private var inboxes: [AccountID: FolderRow] = [:]

    private mutating func folder(_ id: FolderID?, in account: AccountRow) throws -> FolderRow {
        if let known = id.map({ folders[$0] }) ?? inboxes[account.id] { return known }
        let row =
            try id.map { try reader.requireFolder($0) } ?? reader.folder(FolderName.inbox.text, in: account.stream)
        guard row.account == account.id else {
            throw MailError.conflict("the folder \(row.path) belongs to another account")
        }
        if id == nil { inboxes[account.id] = row } else { folders[row.id] = row }
        return row
    }
}
