internal import Content
internal import Cryptography
internal import Domain
internal import EventLog
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// The scope of an erasure, gathered from the events.
struct ErasureSelection {
    struct Message {
        let id: MessageID
        let account: AccountID
        let accountStream: StreamID
        var events = 0
        /// The identities that imports knew it by: another one after its body was loaded.
        var identities: [SHA256Digest]
        /// Its `Message-ID`.
        var messageID: String?
        /// The bytes of all copies that it had.
        var contents: Set<SHA256Digest> = []
    }

    private(set) var account: AccountRow?
    private(set) var messages: [StreamID: Message] = [:]
    /// Things of other contexts, by what began them.
    private var things: [StreamID: (first: any Event, account: StreamID, events: Int)] = [:]
    /// The number of blanked events that belong to none of these.
    private(set) var otherEvents = 0
    private(set) var contents: Set<SHA256Digest> = []
    private(set) var maildirs: Set<String> = []
    private(set) var transactions: Set<Int64> = []
    private let streams: [StreamID]
    private let ledger: Ledger

    var events: Int {
        messages.values.reduce(otherEvents) { $0 + $1.events } + things.values.reduce(0) { $0 + $1.events }
    }

    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` for a message or an account that never was, or is erased.
    init(of target: ErasureTarget, in ledger: Ledger, reader: LedgerReader) throws {
        self.ledger = ledger
        switch target {
        case .message(let prefix):
            streams = try reader.streamsOfMessage(prefix)
        case .note(let prefix):
            streams = try reader.streamsOfNote(prefix)
        case .query(let filter):
            streams = try reader.streamsOfEver(matching: filter)
        case .address(let address):
            streams = try SubjectSearch(of: address, in: ledger, reader).messages { _ in }
                .filter { $0.places.contains(where: \.isOfHeader) }.map(\.stream)
        case .streams(let named):
            streams = named
        case .conversation(let name):
            streams = try reader.streamsOfConversation(name)
        case .account(let name):
            streams = []
            account = try reader.accountWithDeleted(name)
        }
        if let account {
            try gather(EventSelection(account: account.stream))
        } else {
            for stream in streams { try gather(EventSelection(stream: stream)) }
        }
        try gatherActions(reader)
    }

    /// Adds the actions that are on the messages; they are of no account.
    private mutating func gatherActions(_ reader: LedgerReader) throws {
        var holders = Set(messages.values.map { $0.id })
        if let account {
            // An older program erased messages of the account, and left their actions.
            let erased = try ErasuresQuery(on: reader.connection).messages(of: account.id)
            holders.formUnion(erased.map { MessageID($0.id) })
        }
        for stream in try ActionsQuery(on: reader.connection).streams(on: holders) where things[stream] == nil {
            try gather(EventSelection(stream: stream))
        }
    }

    private mutating func gather(_ selection: EventSelection) throws {
        try ledger.store.forEach(selection) { stored in
            guard stored.payload != nil, !stored.type.isErasing else { return true }
            transactions.insert(stored.transaction)
            try ledger.store.decoding {
                contents.formUnion(try ContentReferences.digests(in: stored, by: ledger.catalogue))
                for case .event(let event) in try ledger.catalogue.contents(of: stored) { take(event, of: stored) }
            }
            if messages[stored.stream] != nil {
                messages[stored.stream]?.events += 1
            } else if things[stored.stream] != nil {
                things[stored.stream]?.events += 1
            } else {
                otherEvents += 1
            }
            return true
        }
    }

    private mutating func take(_ event: any Event, of stored: StoredEvent) {
        switch event {
        case let added as MessageAdded:
            messages[stored.stream] = Message(
                id: added.id, account: added.account, accountStream: stored.account, identities: [added.identity],
                messageID: added.headers.messageID)
            take(added.copy, of: stored.stream)
        case let loaded as MessageBodyLoaded:
            messages[stored.stream]?.identities.append(loaded.identity.new)
            messages[stored.stream]?.contents.insert(loaded.raw.new)
        case let copied as MessageCopied: take(copied.copy, of: stored.stream)
        case let reparsed as MessageReparsed:
            if let id = reparsed.messageID { messages[stored.stream]?.messageID = id.new }
        default:
            if things[stored.stream] == nil, ledger.stores.contexts.erasing(event, count: 0) != nil {
                things[stored.stream] = (event, stored.account, 0)
            }
        }
    }

    private mutating func take(_ copy: MessageCopy, of stream: StreamID) {
        messages[stream]?.contents.insert(copy.raw)
        if let maildir = copy.maildir { maildirs.insert(maildir) }
    }

    func takes(_ event: StoredEvent) -> Bool {
        guard event.payload != nil, !event.type.isErasing else { return false }
        guard let account else { return messages[event.stream] != nil || things[event.stream] != nil }
        return event.account == account.stream || things[event.stream].map { $0.account != account.stream } ?? false
    }

    /// The scopes that the log has to blank.
    var scopes: [ErasureScope] {
        guard let account else {
            return (Array(messages.keys) + Array(things.keys)).sorted().map { .stream($0) }
        }
        let beside = things.filter { $0.value.account != account.stream }.keys.sorted()
        return [.account(account.stream)] + beside.map(ErasureScope.stream)
    }

    /// The erasing events, one for each message and each other thing, and one for the account.
    ///
    /// - Parameter readings: The digests by which an import recognises a message.
    func erasingEvents(
        key: ErasureKey, readings: (Message) throws -> [SHA256Digest]
    ) rethrows -> [ProposedEvent] {
        var events = try messages.sorted { $0.key < $1.key }.map { stream, message in
            ProposedEvent(
                MessageErased(
                    message: message.id, account: message.account, events: message.events,
                    identities: try readings(message).map(key.digest(ofIdentity:)),
                    messageID: message.messageID.map(key.digest(ofMessageID:)), keyCheck: key.check),
                target: .any(.existing(stream)), account: .stream(.existing(message.accountStream)))
        }
        for (stream, thing) in things.sorted(by: { $0.key < $1.key }) {
            guard let erased = ledger.stores.contexts.erasing(thing.first, count: thing.events) else { continue }
            let account: ProposedEvent.AccountReference =
                thing.account == .none ? .none : .stream(.existing(thing.account))
            events.append(ProposedEvent(erased, target: .any(.existing(stream)), account: account))
        }
        if let account {
            events.append(
                ProposedEvent(
                    AccountErased(account: account.id, events: otherEvents), target: .any(.existing(account.stream)),
                    account: .stream(.existing(account.stream))))
        }
        return events
    }

    /// The readings of a message, for each version of its bytes; its identities if they are gone.
    func readings(of message: Message) throws -> [SHA256Digest] {
        var readings: Set<SHA256Digest> = []
        var contents = ContentsAhead(message.contents.sorted(), of: ledger.content)
        for raw in contents.digests {
            do {
                readings.insert(try MessageDigests(of: contents.read(raw)).reading)
            } catch ContentError.missing, ContentError.corrupt {
                readings.formUnion(message.identities)
            }
        }
        return readings.sorted()
    }

    // MARK: The plan

    func plan(includingSharedHeaders: Bool, holds: [HoldInTheWay]) throws -> ErasurePlan {
        let gone = try ledger.stores.unnamed(among: contents, except: takes)
        let bytes = try ledger.content.sizes(of: gone).values.reduce(0, +)
        let shared = try transactions.sorted().count { try !isWhole($0) }
        return ErasurePlan(
            account: account?.address, messages: messages.count, things: thingCounts, events: events,
            headers: includingSharedHeaders ? transactions.count : transactions.count - shared,
            sharedHeaders: includingSharedHeaders ? 0 : shared, contents: gone.count, bytes: bytes,
            keptContents: contents.count - gone.count, maildirs: maildirs.sorted(), holds: holds)
    }

    private var thingCounts: [String: Int] {
        things.values.reduce(into: [:]) { counts, thing in
            let erasing = ledger.stores.contexts.erasing(thing.first, count: thing.events) as? any ErasingEvent
            if let erasing { counts[type(of: erasing).kind, default: 0] += 1 }
        }
    }

    /// Whether nothing is left of a transaction.
    private func isWhole(_ number: Int64) throws -> Bool {
        guard let transaction = try ledger.store.transaction(number) else { return false }
        var isWhole = true
        try ledger.store.forEach(EventSelection(of: transaction)) { event in
            isWhole = event.payload == nil || takes(event)
            return isWhole
        }
        return isWhole
    }
}
