public import CivilTime
public import Cryptography

/// The identity of a ledger, fixed when it was made.
public struct LedgerIdentity: Hashable, Sendable {
    public let id: LedgerID
    /// The name under which its checkpoints are signed, in the form that C2SP tlog-checkpoint requires.
    public let origin: String
    /// The version of its tables and of the promise about its events: see `Docs/Events.md`.
    public let format: Int
    public let createdAt: Timestamp

    package init(id: LedgerID, origin: String, format: Int, createdAt: Timestamp) {
        self.id = id
        self.origin = origin
        self.format = format
        self.createdAt = createdAt
    }
}

extension LedgerIdentity {
    /// The format that this program writes, and the newest that it reads.
    ///
    /// Ledgers of format 0 date from before event shapes were frozen: their events are exported, and imported into a
    /// new ledger.
    package static let newestFormat = 1

    /// A ledger that begins now, with an id of its own.
    package static func new(origin: String, environment: LogEnvironment) -> LedgerIdentity {
        LedgerIdentity(
            id: LedgerID(UniqueID.random(from: environment.randomBytes)), origin: origin,
            format: LedgerIdentity.newestFormat,
            createdAt: environment.now())
    }
}

/// The end of a log.
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
    /// The number of earlier transactions with a later time, which exist only if the clock ran backwards.
    public let laterTimesBefore: Int

    package init(transaction: StoredTransaction, laterTimesBefore: Int) {
        self.transaction = transaction
        self.laterTimesBefore = laterTimesBefore
    }
}

/// The events to read, and their order; an omitted condition lets all pass.
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

/// Reads one gapless sequence of events, wherever it is stored.
///
/// One thread at a time reads it; other threads get readers of their own (``makeReader()``).
public protocol LogReading: AnyObject {
    var identity: LedgerIdentity { get }

    /// Returns a closure that opens the log once more, for another thread to read; nil if no other reader is possible.
    func makeReader() -> (@Sendable () throws -> any LogReading)?

    /// Lends one state of the log: the closure does not see what others append or erase while it runs.
    func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output

    /// Lends the log for reading with all that this needs at hand: within, no question waits for a connection.
    ///
    /// Take it before a lock that a writer of the log may wait for. The writer may have the last free connection. The
    /// closure may run more than once, if a connection is lost.
    func withConnection<Output>(_ body: () throws -> Output) throws -> Output

    /// Returns where the log ends.
    func head() throws -> LogHead

    /// Grows whenever the log was opened again under its reader, as after a failover of its server.
    ///
    /// It may have lost its end then, or be another one: whatever was made of it is compared with it once more. It is 0 for a
    /// log that stays the same. No two readers of one process that have opened a log on a server have the same number.
    var reopenings: Int { get }

    // MARK: Events

    /// Lends the selected events in turn; the closure returns false to stop early, and may read the log meanwhile.
    func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws

    /// Returns the positions of a stream's events, the earliest first.
    /// - Complexity: O(the events of the stream).
    func positions(of stream: StreamID, through end: Position) throws -> [Position]

    /// Returns how many events a stream has, 0 for none.
    func version(of stream: StreamID) throws -> Int

    /// Returns the number of the first transaction up to a position with an event of another type; nil if there is none.
    ///
    /// Erased events count for no type.
    /// - Complexity: O(the events before it).
    func firstTransaction(withTypesBeside names: Set<String>, through end: Position) throws -> Int64?

    /// Returns the next events that are not the first of their stream, ordered by stream and, within one, by version.
    ///
    /// - Parameters:
    ///   - place: The last event before them, by its stream and version.
    ///   - end: The position of the last event that counts.
    ///   - limit: The number of events to return; a log without an index for them returns all.
    func laterEvents(
        after place: (stream: StreamID, version: Int), through end: Position, limit: Int
    ) throws -> [StoredEvent]

    /// Returns the place of an event, or nil if there is none.
    func place(of position: Position) throws -> EventPlace?

    /// Returns the places of a stream's events whose type's name ends with a suffix.
    func places(in stream: StreamID, through end: Position, typeEndingIn suffix: String) throws -> [EventPlace]

    /// Returns the names of the types of all events after a transaction, except those of an operation's own transactions.
    /// - Complexity: O(the transactions after it, and the events of those that are not the operation's).
    func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String>

    /// Counts the events from one position to another by type, and by the value at a path in their payload.
    ///
    /// - Parameter places: For a type, the path in its payload, such as `$.copy.folder`
    ///   (<https://www.sqlite.org/json1.html#path_arguments>); events of other types are counted by type alone.
    /// - Complexity: O(events between them).
    func tally(from first: Position, through last: Position, places: [String: String]) throws -> [EventTally]

    /// Returns the growth of the log up to a position at the end of a transaction.
    /// - Complexity: O(*n*) in the number of events.
    func rates(through end: Position) throws -> LogRates

    /// Returns the size of the log's rows in bytes, as the engine estimates it; nil if the log is a file, which has a size.
    func storedBytes() throws -> Int64?

    /// Describes how the engine finds the events of a stream, one step a line; empty if there is nothing to say.
    ///
    /// SQLite's query plans have this form (<https://www.sqlite.org/eqp.html>).
    func planOfReading(_ stream: StreamID) throws -> [String]

    // MARK: Transactions

    /// Returns a transaction by its number, or nil when there is none.
    func transaction(_ number: Int64) throws -> StoredTransaction?

    /// Returns the transaction that contains the event at a position; nil if there is none.
    func transaction(holding position: Position) throws -> StoredTransaction?

    /// Lends transactions from the one numbered `from`, forward or backward; the closure returns false to stop early.
    func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool) throws

    /// Lends the selected transactions up to a number, the latest first; the closure returns false to stop early.
    func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool) throws

    /// Lends the events of the selected transactions up to a position, limited to the selected account and types.
    func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool) throws

    /// Returns whether a transaction is selected, by its own fields and by its events.
    /// - Complexity: O(its events) if an account or types are selected.
    func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool

    /// Returns whether a transaction is selected by its own fields; its events are not read.
    func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool

    /// Returns the transactions that an operation made, in order.
    func transactions(of operation: OperationID) throws -> [StoredTransaction]

    /// Returns whether no transaction before it is of the same operation.
    func beginsOperation(_ transaction: StoredTransaction) throws -> Bool

    /// Returns up to `limit` operations whose id begins with a prefix, as it is written.
    func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID]

    /// Returns the last transaction that was recorded at a time or before it; nil if there is none.
    ///
    /// Last in the order of positions, whatever the clock said in between.
    /// - Complexity: O(transactions): their times need not be in order.
    func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy?

    /// Returns the receipt of the append with an idempotency key; nil if there was none.
    func receipt(forIdempotencyKey key: String) throws -> Receipt?

    // MARK: The tree and its keys

    /// Returns the hashes that a tile of the Merkle tree holds, or nil if there is no such tile.
    func hashes(of tile: TileID) throws -> [UInt8]?

    /// Returns the Merkle leaf hash that the tree has for a position; nil if there is none.
    func recordedLeaf(at position: Position) throws -> SHA256Digest?

    /// Returns the first key that signed checkpoints; nil if there has been none.
    func firstVerifier() throws -> NoteVerifier?

    /// Returns every change of the key, in order.
    /// - Complexity: Linear in the number of changes.
    func keyRotations() throws -> [(position: Position, rotation: KeyRotated)]

    /// Returns the checkpoints that were kept, by size, as they are stored.
    func keptCheckpoints() throws -> [(size: Int64, note: String)]

    // MARK: Erasures

    /// Returns the number of payloads and headers that were blanked: it grows with each erasure.
    func erasureCount() throws -> Int64

    /// Lends the places that were blanked, in no particular order.
    func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws

    // MARK: Damage

    /// Notes what was found damaged: nothing is written to the log until a verification finds all of it sound.
    ///
    /// The first finding stays. Who may note nothing changes nothing.
    func noteDamage(_ finding: String)
}

extension LogReading {
    /// Files and memory need no connection.
    public func withConnection<Output>(_ body: () throws -> Output) throws -> Output { try body() }

    /// Files and memory stay the same log.
    public var reopenings: Int { 0 }

    public func storedBytes() throws -> Int64? { nil }

    public func firstTransaction(withTypesBeside names: Set<String>, through end: Position) throws -> Int64? {
        var first: Int64?
        try forEach(EventSelection(through: end)) { event in
            if event.payload != nil, !names.contains(event.type.name) { first = event.transaction }
            return first == nil
        }
        return first
    }

    public func laterEvents(
        after place: (stream: StreamID, version: Int), through end: Position, limit: Int
    ) throws -> [StoredEvent] {
        var later: [StoredEvent] = []
        try forEach(EventSelection(through: end)) { event in
            if event.version > 1, (event.stream.rawValue, event.version) > (place.stream.rawValue, place.version) {
                later.append(event)
            }
            return true
        }
        return later.sorted { ($0.stream.rawValue, $0.version) < ($1.stream.rawValue, $1.version) }
    }

    /// Returns the names of the types of all events after a transaction.
    public func typeNames(afterTransaction number: Int64) throws -> Set<String> {
        try typeNames(afterTransaction: number, but: nil)
    }

    /// Returns whether anything was blanked.
    public func hasErased() throws -> Bool { try erasureCount() > 0 }

    /// Returns the transactions up to a number whose header was blanked, in order.
    public func blankHeaders(through number: Int64) throws -> [Int64] {
        var numbers: [Int64] = []
        try forEachErasure { place in
            if case .header(let blank) = place, blank <= number { numbers.append(blank) }
        }
        return numbers.sorted()
    }

    /// Returns the event at a position; nil if there is none.
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
        try self.decoding {
            do {
                try forEachTimed(selection) { stored, recordedAt in
                    try decoding.put(stored, recordedAt: recordedAt, lendingTo: body)
                }
            } catch {
                guard !decoding.isOver else { throw error }
                // Reading failed: the events read before that are lent first, and may be all that the closure wants.
                try decoding.finish(lendingTo: body)
                guard decoding.isOver else { throw error }
            }
            try decoding.finish(lendingTo: body)
        }
    }

    /// Lends each selected event with the events that today's program decodes it to.
    ///
    /// That is usually one event, or as many as an upcaster makes of it, possibly none. The caller uses
    /// ``decoding(_:)``: on another thread the log may not be open for notes.
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

    /// Returns the transaction that contains an event.
    func transaction(of event: StoredEvent) throws -> StoredTransaction {
        guard let transaction = try transaction(event.transaction) else {
            throw EventLogError.corrupt(
                "event \(event.position) names transaction \(event.transaction), which is missing")
        }
        return transaction
    }
}

extension EventCatalogue {
    /// Decodes a stored event, or reports that it was erased or belongs to no context here.
    public func contents(of stored: StoredEvent) throws -> [RecordedEvent.Content] {
        guard let payload = stored.payload else { return [.erased] }
        do {
            return try decode(payload, type: stored.type, at: stored.position).map { .event($0) }
        } catch EventLogError.unknownType(stored.type, _) where isOfNoContext(stored.type) {
            return [.ofNoContext]
        }
    }

    /// Decodes a stored event as today's program does: usually one event, or as many as an upcaster makes of it.
    func events(of stored: StoredEvent, recordedAt time: Timestamp) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try appendEvents(of: stored, recordedAt: time, to: &events)
        return events
    }

    /// Appends the decoded events of a stored event to others.
    func appendEvents(of stored: StoredEvent, recordedAt time: Timestamp, to events: inout [RecordedEvent]) throws {
        for content in try contents(of: stored) {
            events.append(
                RecordedEvent(
                    position: stored.position, stream: stored.stream, version: stored.version, type: stored.type,
                    transaction: stored.transaction, account: stored.account, recordedAt: time, content: content))
        }
    }
}
