internal import CivilTime
internal import Cryptography
internal import EventLog
internal import LedgerKernel
internal import MIME
internal import Mail
internal import Mailboxes
internal import Projections

/// Decides which of some messages are new, against the read models and its own earlier decisions.
struct SaveDecision {
    private let reader: LedgerReader
    private let now: Timestamp
    private let newID: () -> UniqueID
    private let erased: ErasedMail?
    private let same: SameMessage
    private(set) var events: [ProposedEvent] = []
    private(set) var ids: [MessageID] = []
    /// The number of messages for which it records something.
    private(set) var changed = 0

    /// The messages that this transaction touches, and where they are found among them.
    private var messages: [KnownMessage] = []
    private var byStream: [StreamID: Int] = [:]
    private var byReading: [Key<SHA256Digest>: Int] = [:]
    private var byName: [Key<String>: Int] = [:]
    private var accounts: [AccountID: AccountRow] = [:]
    private var folders: [Key<FolderID?>: FolderRow] = [:]

    private struct Key<Value: Hashable>: Hashable {
        let account: AccountID
        let value: Value
    }

    /// - Parameter leading: Events that precede its own in the transaction.
    init(
        reader: LedgerReader, ledger: Ledger, behind leading: [ProposedEvent] = [], allowsErased: Bool = false
    ) throws {
        self.reader = reader
        events = leading
        now = ledger.environment.log.now()
        newID = ledger.writing.newID
        erased = try ledger.mail.erased(reader, unless: allowsErased)
        same = SameMessage(connection: reader.connection, content: ledger.content)
    }

    mutating func record(_ arrival: Arrival) throws {
        let before = events.count
        defer { if events.count > before { changed += 1 } }
        let account = try account(arrival.message.account)
        let folder = try folder(arrival.message.folder, in: account)
        let index =
            if let known = try find(arrival, in: account) {
                try update(known, with: arrival, in: folder, of: account)
            } else {
                try add(arrival, to: folder, of: account)
            }
        if messages[index].identity == arrival.digests.identity {
            byReading[Key(account: account.id, value: arrival.digests.reading)] = index
        }
        if let name = messages[index].external.id { byName[Key(account: account.id, value: name)] = index }
        ids.append(messages[index].state.id)
    }

    // MARK: A new message

    private mutating func add(_ arrival: Arrival, to folder: FolderRow, of account: AccountRow) throws -> Int {
        try erased?.refuse(arrival)
        let message = arrival.message
        let added = MessageAdded(
            id: MessageID(newID()), account: account.id,
            copy: arrival.copy(of: arrival.digests.raw).numbered(1, in: folder.id), headers: arrival.headers,
            attachments: arrival.attachments, snippet: arrival.snippet, keywords: message.keywords,
            receivedAt: message.receivedAt ?? now, identity: arrival.digests.identity, size: arrival.size,
            parser: MessageParser.version, lacksBody: message.lacksBody ? true : nil,
            external: message.external == ExternalIDs() ? nil : message.external)
        messages.append(KnownMessage(added, offset: events.count, accountStream: account.stream))
        events.append(ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream))))
        return messages.count - 1
    }

    // MARK: A known one

    private mutating func update(
        _ index: Int, with arrival: Arrival, in folder: FolderRow, of account: AccountRow
    ) throws -> Int {
        let message = arrival.message
        guard !messages[index].state.isDeleted else { return index }
        if !message.lacksBody {
            if !messages[index].hasBody {
                try erased?.refuse(arrival)
                append(messages[index].loading(arrival), to: index)
            } else if try self.index(of: arrival.digests, in: account) != index {
                throw DomainError.alreadyExists(kind: "message with the external id", name: message.external.id ?? "")
            }
        }
        // If only a header comes again, the existing bytes contain more.
        let copy = arrival.copy(of: message.lacksBody ? messages[index].raw : arrival.digests.raw)
        let change = RecordCopy.decide(copy, message: messages[index].state, stream: messages[index].stream) {
            folder.id
        }
        if let change { append(change.event, to: index) }
        let known = messages[index].state
        let isNewPlace = change?.event is MessageCopied
        // Keywords without a flag of a copy are recorded on the message.
        let keywords =
            isNewPlace
            ? known.keywords.union(message.keywords.subtracting(copy.keywords)) : message.keywords
        if keywords != known.keywords {
            append(
                MessageMarked(message: known.id, keywords: KeywordChange(from: known.keywords, to: keywords)),
                to: index)
        }
        var names = messages[index].external
        names.id = message.external.id ?? names.id
        names.thread = message.external.thread ?? names.thread
        names.draft = message.external.draft ?? names.draft
        if let linked = messages[index].linking(to: names) { append(linked, to: index) }
        return index
    }

    private mutating func append(_ event: any Event, to index: Int) {
        events.append(messages[index].proposing(event))
        messages[index].apply(event)
    }

    // MARK: What is known

    /// Returns the index of a message by its server's id, else by its content.
    private mutating func find(_ arrival: Arrival, in account: AccountRow) throws -> Int? {
        let identical = try index(of: arrival.digests, in: account)
        guard let name = arrival.message.external.id, let named = try index(named: name, in: account) else {
            return identical
        }
        guard let identical, identical != named else { return named }
        throw DomainError.alreadyExists(kind: "message with the external id", name: name)
    }

    private mutating func index(of digests: MessageDigests, in account: AccountRow) throws -> Int? {
        let found =
            try byReading[Key(account: account.id, value: digests.reading)]
            ?? same.stream(of: digests, in: account.stream).flatMap { try index(of: $0) }
        // An earlier decision may have changed it.
        return found.flatMap { messages[$0].identity == digests.identity ? $0 : nil }
    }

    private mutating func index(named name: String, in account: AccountRow) throws -> Int? {
        let found =
            try byName[Key(account: account.id, value: name)]
            ?? reader.messageStream(externalID: name, in: account.stream).flatMap { try index(of: $0) }
        return found.flatMap { messages[$0].external.id == name ? $0 : nil }
    }

    private mutating func index(of stream: StreamID) throws -> Int? {
        if let known = byStream[stream] { return known }
        guard let message = try KnownMessage(stream, reader: reader) else { return nil }
        messages.append(message)
        byStream[stream] = messages.count - 1
        return messages.count - 1
    }

    // MARK: Where it goes

    private mutating func account(_ id: AccountID) throws -> AccountRow {
        if let known = accounts[id] { return known }
        let row = try reader.requireAccount(id)
        accounts[id] = row
        return row
    }

    private mutating func folder(_ id: FolderID?, in account: AccountRow) throws -> FolderRow {
        let key = Key(account: account.id, value: id)
        if let known = folders[key] { return known }
        let row =
            try id.map { try reader.requireFolder($0) } ?? reader.folder(FolderName.inbox.text, in: account.stream)
        guard row.account == account.id else {
            throw DomainError.conflict("the folder \(row.path) belongs to another account")
        }
        folders[key] = row
        return row
    }
}
