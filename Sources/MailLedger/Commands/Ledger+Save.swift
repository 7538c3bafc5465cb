internal import Content
public import EventLog
internal import Hashing
internal import MIME
public import Mail
internal import Mailboxes
internal import Projections
internal import SQLite

extension Ledger {
    /// Saves messages that a program got from a server, all in one transaction or none of them.
    ///
    /// A message is known again by the server's id, else by what it says. Of one that is known its keywords become those
    /// that are given, its body is taken in where it was missing, and its names on the server follow. One that was deleted
    /// stays so.
    ///
    /// - Returns: The messages in the order in which they were given.
    /// - Throws: ``MailError`` for an empty message, a folder that is not there, or a server's id that another message has.
    @discardableResult
    public func save(
        _ messages: [NewMessage], account: String, context: OperationContext
    ) throws -> [MessageID] {
        try requireWritable()
        let arrivals = try messages.map(Arrival.init)
        // What is refused is found out before anything is stored.
        _ = try read { try SaveDecision(account: account, reader: $0, ledger: self).record(arrivals) }
        try content.batch { store in
            for arrival in arrivals { try store.put(bytes: arrival.message.bytes, digest: arrival.digests.raw) }
        }
        var ids: [MessageID] = []
        let receipt = try change(context) { reader in
            let decision = try SaveDecision(account: account, reader: reader, ledger: self).record(arrivals)
            ids = decision.ids
            return decision.events
        }
        if receipt != nil { try catchUpSearch() }
        return ids
    }

    /// Saves one message.
    @discardableResult
    public func save(_ message: NewMessage, account: String, context: OperationContext) throws -> MessageID {
        try save([message], account: account, context: context)[0]
    }

    /// Takes in the whole of a message of which only the header came.
    ///
    /// - Returns: Nil where the body is there already.
    /// - Throws: ``MailError/notFound(kind:name:)`` for a message that is not there.
    @discardableResult
    public func loadBody(of message: MessageID, _ bytes: [UInt8], context: OperationContext) throws -> Receipt? {
        try requireWritable()
        let arrival = try Arrival(NewMessage(bytes: bytes))
        _ = try self.message(message.description)
        try content.batch { try $0.put(bytes: bytes, digest: arrival.digests.raw) }
        let receipt = try change(context) { reader in
            let row = try reader.message(message.description)
            guard !row.hasBody, let state = try MessageStates(on: reader.connection).state(of: row.stream) else {
                return []
            }
            return [state.event(try reader.bodyLoaded(arrival, into: state.id, of: row.stream))]
        }
        if receipt != nil { try catchUpSearch() }
        return receipt
    }

    /// Notes by what a server knows a message; what is nil is taken away.
    ///
    /// - Returns: Nil where all is so already.
    /// - Throws: ``MailError/alreadyExists(kind:name:)`` where another message of the account has the id.
    @discardableResult
    public func link(_ message: MessageID, to external: ExternalIDs, context: OperationContext) throws -> Receipt? {
        try change(context) { reader in
            let row = try reader.message(message.description)
            guard let state = try MessageStates(on: reader.connection).state(of: row.stream) else { return [] }
            if let id = external.id, let other = try reader.messageStream(externalID: id, in: state.accountStream),
                other != row.stream
            {
                throw MailError.alreadyExists(kind: "message", name: id)
            }
            return MessageLinked(message: row.id, from: row.external, to: external).map { [state.event($0)] } ?? []
        }
    }
}

/// A message that was read, and waits to be recorded.
struct Arrival {
    let message: NewMessage
    private let read: MessageBytes
    var digests: MessageDigests { read.digests }
    var parsed: ParsedMessage { read.parsed }

    init(_ message: NewMessage) throws {
        self.message = message
        read = try MessageBytes(message.bytes)
    }

    var attachments: [AttachmentSummary] {
        message.lacksBody ? [] : parsed.attachments.map(AttachmentSummary.init)
    }
}

/// Decides what of some messages is new.
private struct SaveDecision {
    private let ledger: Ledger
    private let account: AccountRow
    private let reader: LedgerReader
    private let states: MessageStates
    private(set) var events: [ProposedEvent] = []
    private(set) var ids: [MessageID] = []
    // What this transaction brings the read models do not show yet.
    private var known: [SHA256Digest: MessageID] = [:]
    private var taken: [String: MessageID] = [:]

    init(account name: String, reader: LedgerReader, ledger: Ledger) throws {
        self.ledger = ledger
        self.reader = reader
        account = try reader.account(name)
        states = try MessageStates(on: reader.connection)
    }

    func record(_ arrivals: [Arrival]) throws -> SaveDecision {
        var decision = self
        for arrival in arrivals { try decision.record(arrival) }
        return decision
    }

    private mutating func record(_ arrival: Arrival) throws {
        let folder = try reader.folder(arrival.message.folder, in: account.stream)
        let external = arrival.message.external
        if let id = known[arrival.digests.identity] {
            ids.append(id)
        } else if let id = external.id, taken[id] != nil {
            throw MailError.alreadyExists(kind: "message", name: id)
        } else if let stream = try stream(of: arrival), let state = try states.state(of: stream) {
            try update(state, with: arrival)
            ids.append(state.id)
        } else {
            ids.append(add(arrival, to: folder.id))
        }
        known[arrival.digests.identity] = ids.last
        if let id = external.id { taken[id] = ids.last }
    }

    private func stream(of arrival: Arrival) throws -> StreamID? {
        let identical = try states.stream(withIdentity: arrival.digests.identity, account: account.stream)
        guard let id = arrival.message.external.id,
            let named = try reader.messageStream(externalID: id, in: account.stream)
        else { return identical }
        guard let identical, identical != named else { return named }
        throw MailError.alreadyExists(kind: "message", name: id)
    }

    private mutating func add(_ arrival: Arrival, to folder: FolderID) -> MessageID {
        let message = arrival.message
        let id = MessageID(ledger.newID())
        let copy = MessageCopy(
            number: 1, folder: folder, source: message.external.id ?? arrival.digests.identity.description,
            raw: arrival.digests.raw, flags: message.keywords.maildirFlags)
        let added = MessageAdded(
            id: id, account: account.id, copy: copy, headers: MessageHeaders(arrival.parsed),
            attachments: arrival.attachments, snippet: message.lacksBody ? "" : arrival.parsed.snippet,
            keywords: message.keywords, receivedAt: message.receivedAt ?? ledger.environment.log.now(),
            identity: arrival.digests.identity, size: Int64(message.bytes.count), parser: MessageParser.version,
            lacksBody: message.lacksBody ? true : nil,
            external: message.external == ExternalIDs() ? nil : message.external)
        events.append(ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream))))
        return id
    }

    private mutating func update(_ state: MessageState, with arrival: Arrival) throws {
        var state = state
        func record(_ event: ProposedEvent?) {
            guard let event else { return }
            events.append(event)
            state = state.applying(event.event)
        }
        if !arrival.message.lacksBody {
            if try reader.lacksBody(state.stream) {
                record(state.event(try reader.bodyLoaded(arrival, into: state.id, of: state.stream)))
            } else if try !reader.hasIdentity(arrival.digests.identity, state.stream) {
                throw MailError.alreadyExists(kind: "message", name: arrival.message.external.id ?? "")
            }
        }
        record(state.marked(arrival.message.keywords))
        var external = try reader.externalIDs(of: state.stream)
        external.id = arrival.message.external.id ?? external.id
        external.thread = arrival.message.external.thread ?? external.thread
        external.draft = arrival.message.external.draft ?? external.draft
        let linked = MessageLinked(
            message: state.id, from: try reader.externalIDs(of: state.stream), to: external)
        record(linked.map { state.event($0) })
    }
}

extension LedgerReader {
    func externalIDs(of message: StreamID) throws -> ExternalIDs {
        try connection.first(
            "SELECT external_id, external_thread, draft_id FROM message WHERE id = \(bind: message.rawValue)"
        ) { ExternalIDs(id: $0.optionalText(0), thread: $0.optionalText(1), draft: $0.optionalText(2)) }
            ?? ExternalIDs()
    }

    /// The account's message with a server's id, deleted or not.
    fileprivate func messageStream(externalID: String, in account: StreamID) throws -> StreamID? {
        try connection.first(
            "SELECT id FROM message WHERE account = \(bind: account.rawValue) AND external_id = \(bind: externalID)"
        ) { StreamID($0.integer(0)) }
    }

    fileprivate func lacksBody(_ message: StreamID) throws -> Bool {
        try connection.first("SELECT has_body FROM message WHERE id = \(bind: message.rawValue)") { !$0.bool(0) }
            ?? false
    }

    fileprivate func hasIdentity(_ identity: SHA256Digest, _ message: StreamID) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM message WHERE id = \(bind: message.rawValue) AND identity = \(bind: identity.bytes)"
        ) { _ in true } ?? false
    }

    /// The event that puts a whole message in the place of its header.
    fileprivate func bodyLoaded(
        _ arrival: Arrival, into message: MessageID, of stream: StreamID
    ) throws -> MessageBodyLoaded {
        let old = try connection.first(
            "SELECT content, identity, size FROM message WHERE id = \(bind: stream.rawValue)"
        ) { (SHA256Digest(bytes: $0.blob(0)), SHA256Digest(bytes: $0.blob(1)), $0.integer(2)) }
        guard let old, let raw = old.0, let identity = old.1 else {
            throw MailError.notFound(kind: "message", name: message.description)
        }
        return MessageBodyLoaded(
            message: message, raw: Change(old: raw, new: arrival.digests.raw),
            identity: Change(old: identity, new: arrival.digests.identity),
            size: Change(old: old.2, new: Int64(arrival.message.bytes.count)), attachments: arrival.attachments,
            snippet: arrival.parsed.snippet)
    }
}
