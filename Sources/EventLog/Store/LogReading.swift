public import CivilTime
public import Signing

/// What a ledger is, fixed when it was made.
public struct LedgerIdentity: Hashable, Sendable {
    public let id: LedgerID
    /// The name under which its checkpoints are signed, as C2SP tlog-checkpoint wants one.
    public let origin: String
    /// Which tables its log has, and which promise its events are under: see `Docs/Events.md`.
    public let format: Int
    public let createdAt: Timestamp
}

extension LedgerIdentity {
    /// The format that this program writes, and the newest that it reads.
    ///
    /// Ledgers of format 0 are from before event shapes were frozen: their events are exported, and imported into a new ledger.
    static let newestFormat = 1

    /// A ledger that begins now, with an id of its own.
    static func new(origin: String, environment: LogEnvironment) -> LedgerIdentity {
        LedgerIdentity(
            id: LedgerID(UniqueID.random(from: environment.randomBytes)), origin: origin,
            format: LedgerIdentity.newestFormat,
            createdAt: environment.now())
    }
}

/// Where a log ends.
public struct LogHead: Hashable, Sendable {
    public let position: Position
    public let transaction: Int64

    public init(position: Position, transaction: Int64) {
        self.position = position
        self.transaction = transaction
    }
}

/// A place in the log that a time names.
public struct RecordedBy: Sendable {
    public let transaction: StoredTransaction
    /// How many transactions before it bear a later time: some only where the clock ran backwards.
    public let laterTimesBefore: Int
}

/// Which events to read, and in which order; every condition left out lets all pass.
public struct EventSelection: Sendable {
    public var after: Position
    public var through: Position?
    public var stream: StreamID?
    public var account: StreamID?
    public var typeName: String?
    public var isBackward: Bool

    public init(
        after: Position = .start, through: Position? = nil, stream: StreamID? = nil, account: StreamID? = nil,
        typeName: String? = nil, isBackward: Bool = false
    ) {
        self.after = after
        self.through = through
        self.stream = stream
        self.account = account
        self.typeName = typeName
        self.isBackward = isBackward
    }

    /// The events of one transaction.
    public init(of transaction: StoredTransaction) {
        self.init(
            after: Position(transaction.firstPosition.rawValue - 1), through: transaction.lastPosition)
    }
}

/// Reads one gapless sequence of events, wherever it lies.
///
/// Read by one thread at a time; other threads get readers of their own (``makeReader()``).
public protocol LogReading: AnyObject {
    var identity: LedgerIdentity { get }

    /// Returns what opens the log once more, for another thread to read; nil where no other reader can be had.
    func makeReader() -> (@Sendable () throws -> any LogReading)?

    /// Lends one state of the log: what others append or erase while the closure runs is not seen by it.
    func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output

    /// Returns where the log ends.
    func head() throws -> LogHead

    // MARK: Events

    /// Lends the selected events in turn; the closure returns false to stop early, and may read the log meanwhile.
    func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws

    /// Returns the positions of a stream's events, the earliest first.
    /// - Complexity: O(the events of the stream).
    func positions(of stream: StreamID, through end: Position) throws -> [Position]

    /// Returns how many events a stream has, 0 for none.
    func version(of stream: StreamID) throws -> Int

    /// Returns where an event stands, or nil when there is none.
    func place(of position: Position) throws -> EventPlace?

    /// Returns the places of a stream's events whose type's name ends with a suffix.
    func places(in stream: StreamID, through end: Position, typeEndingIn suffix: String) throws -> [EventPlace]

    /// Returns the names of the types of all events after a transaction, except those of an operation's own transactions.
    /// - Complexity: O(the transactions after it, and the events of those that are not the operation's).
    func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String>

    /// Counts the events from one position to another by type, and by what they say at a place of their payload.
    ///
    /// - Parameter places: For a type, the path in its payload, such as `$.copy.folder`
    ///   (<https://www.sqlite.org/json1.html#path_arguments>); events of other types are told apart by their type alone.
    /// - Complexity: O(events between them).
    func tally(from first: Position, through last: Position, places: [String: String]) throws -> [EventTally]

    /// Returns how the log grew up to a position at the end of a transaction.
    /// - Complexity: O(*n*) in the number of events.
    func rates(through end: Position) throws -> LogRates

    /// Says how the engine finds the events of a stream, one step a line, as SQLite's query plans do
    /// (<https://www.sqlite.org/eqp.html>); empty where there is nothing to say.
    func planOfReading(_ stream: StreamID) throws -> [String]

    // MARK: Transactions

    /// Returns a transaction by its number, or nil when there is none.
    func transaction(_ number: Int64) throws -> StoredTransaction?

    /// Returns the transaction that brought the event at a position; nil when there is none.
    func transaction(holding position: Position) throws -> StoredTransaction?

    /// Lends transactions from the one numbered `from`, forward or backward; the closure returns false to stop early.
    func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool) throws

    /// Lends the selected transactions up to a number, the latest first; the closure returns false to stop early.
    func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool) throws

    /// Lends the events of the selected transactions up to a position, those of the account and the type that are selected.
    func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool) throws

    /// Returns whether a transaction is selected, by what it says of itself and by its events.
    /// - Complexity: O(its events) where an account or types are selected.
    func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool

    /// Returns whether a transaction says of itself what is selected; its events are not asked.
    func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool

    /// Returns the transactions that an operation made, in order.
    func transactions(of operation: OperationID) throws -> [StoredTransaction]

    /// Returns whether no transaction before it is of the same operation.
    func beginsOperation(_ transaction: StoredTransaction) throws -> Bool

    /// Returns up to `limit` operations whose id begins with a prefix, as it is written.
    func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID]

    /// Returns the last transaction that was recorded at a time or before it; nil when there is none.
    ///
    /// Last in the order of positions, whatever the clock said in between.
    /// - Complexity: O(transactions): their times need not be in order.
    func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy?

    /// Returns what was appended with an idempotency key; nil where nothing was.
    func receipt(forIdempotencyKey key: String) throws -> Receipt?

    // MARK: The tree and its keys

    /// Returns the hashes that a tile of the Merkle tree holds, or nil where there is no such tile.
    func hashes(of tile: TileID) throws -> [UInt8]?

    /// Returns the key with which the checkpoints were signed at first; nil where there has been none.
    func firstVerifier() throws -> NoteVerifier?

    /// Returns every change of the key, in order.
    /// - Complexity: Linear in the number of changes.
    func keyRotations() throws -> [(position: Position, rotation: KeyRotated)]

    /// Returns the checkpoints that were kept, by size, as they are stored.
    func keptCheckpoints() throws -> [(size: Int64, note: String)]

    // MARK: Erasures

    /// Returns how many payloads and headers were blanked: it grows with each erasure.
    func erasureCount() throws -> Int64

    /// Lends the places that were blanked, in no order.
    func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws
}

extension LogReading {
    /// Returns the names of the types of all events after a transaction.
    public func typeNames(afterTransaction number: Int64) throws -> Set<String> {
        try typeNames(afterTransaction: number, but: nil)
    }

    /// Returns whether anything was blanked.
    public func hasErased() throws -> Bool { try erasureCount() > 0 }

    /// Returns the transactions without who and why, up to one of them, in order.
    public func blankHeaders(through number: Int64) throws -> [Int64] {
        var numbers: [Int64] = []
        try forEachErasure { place in
            if case .header(let blank) = place, blank <= number { numbers.append(blank) }
        }
        return numbers.sorted()
    }

    /// Returns the event at a position; nil where there is none.
    func event(at position: Position) throws -> StoredEvent? {
        try events(EventSelection(after: Position(position.rawValue - 1), through: position)).first
    }

    /// Returns the selected events.
    public func events(_ selection: EventSelection) throws -> [StoredEvent] {
        var events: [StoredEvent] = []
        try forEach(selection) { event in
            events.append(event)
            return true
        }
        return events
    }

    /// Lends the selected events as today's program reads them, each with the time of its transaction.
    ///
    /// Many are decoded on all cores, some hundreds ahead of the one that is lent.
    public func forEach(
        _ selection: EventSelection, decodedBy catalogue: EventCatalogue, _ body: (RecordedEvent) throws -> Bool
    ) throws {
        var decoding = DecodingOnCores(by: catalogue)
        do {
            try forEachTimed(selection) { stored, recordedAt in
                try decoding.put(stored, recordedAt: recordedAt, lendingTo: body)
            }
        } catch {
            guard !decoding.isOver else { throw error }
            // Reading failed: what was read before that is lent first, and may be all that is wanted.
            try decoding.finish(lendingTo: body)
            guard decoding.isOver else { throw error }
        }
        try decoding.finish(lendingTo: body)
    }

    /// Lends each selected event with what today's program reads it as: one event as a rule, several or none where an
    /// upcaster says so.
    func forEachStored(
        _ selection: EventSelection, decodedBy catalogue: EventCatalogue,
        _ body: (StoredEvent, [RecordedEvent]) throws -> Bool
    ) throws {
        try forEachTimed(selection) { stored, recordedAt in
            try body(stored, catalogue.events(of: stored, recordedAt: recordedAt))
        }
    }

    /// Lends each selected event with the time of its transaction.
    private func forEachTimed(_ selection: EventSelection, _ body: (StoredEvent, Timestamp) throws -> Bool) throws {
        // Numbers of transactions begin at 1.
        var current = (number: Int64(0), recordedAt: Timestamp(microseconds: 0))
        try forEach(selection) { stored in
            if current.number != stored.transaction {
                current = (stored.transaction, try transaction(of: stored).recordedAt)
            }
            return try body(stored, current.recordedAt)
        }
    }

    /// Returns the transaction that brought an event.
    func transaction(of event: StoredEvent) throws -> StoredTransaction {
        guard let transaction = try transaction(event.transaction) else {
            throw EventLogError.corrupt(
                "event \(event.position) names transaction \(event.transaction), which is missing")
        }
        return transaction
    }
}

extension EventCatalogue {
    /// Reads what a stored event says, or that it was erased, or that it is of no context here.
    public func contents(of stored: StoredEvent) throws -> [RecordedEvent.Content] {
        guard let payload = stored.payload else { return [.erased] }
        do {
            return try decode(payload, type: stored.type, at: stored.position).map { .event($0) }
        } catch EventLogError.unknownType(stored.type, _) where isOfNoContext(stored.type) {
            return [.ofNoContext]
        }
    }

    /// Reads a stored event as today's program does: one event as a rule, several or none where an upcaster says so.
    func events(of stored: StoredEvent, recordedAt time: Timestamp) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try appendEvents(of: stored, recordedAt: time, to: &events)
        return events
    }

    /// The same, behind others.
    func appendEvents(of stored: StoredEvent, recordedAt time: Timestamp, to events: inout [RecordedEvent]) throws {
        for content in try contents(of: stored) {
            events.append(
                RecordedEvent(
                    position: stored.position, stream: stored.stream, version: stored.version, type: stored.type,
                    transaction: stored.transaction, account: stored.account, recordedAt: time, content: content))
        }
    }
}
