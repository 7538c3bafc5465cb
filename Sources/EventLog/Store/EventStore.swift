public import CivilTime
public import Hashing

/// What a ledger is, fixed when it was made.
public struct LedgerIdentity: Hashable, Sendable {
    public let id: LedgerID
    /// The name under which its checkpoints are signed, as C2SP tlog-checkpoint wants one.
    public let origin: String
    /// Which tables its log has, and which promise its events are under: see `Docs/Events.md`.
    public let format: Int
    public let createdAt: Timestamp
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

/// One gapless sequence of events, written by one writer at a time and read by any number.
///
/// ```swift
/// let receipt = try store.append(ProposedTransaction(events, context: context), ifHead: head.position)
/// ```
///
/// An engine has to pass the contract suites of `EventStoreContract`.
public protocol EventStore: AnyObject {
    var identity: LedgerIdentity { get }

    /// Returns where the log ends.
    func head() throws -> LogHead

    /// Appends all events or none, and returns where they stand once they are durable.
    ///
    /// `ifHead` refuses when anything else was appended since, which guards what is unique across streams.
    /// An empty transaction is a programmer's error.
    func append(_ transaction: ProposedTransaction, ifHead: Position?) throws -> Receipt

    /// Keeps every other writer out while the closure decides and appends; appends within it are one atomic step with it.
    func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output

    /// Lends the selected events in turn; the closure returns false to stop early.
    func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws

    /// Returns a transaction by its number, or nil when there is none.
    func transaction(_ number: Int64) throws -> StoredTransaction?

    /// Lends transactions from the one numbered `from`, forward or backward; the closure returns false to stop early.
    func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool) throws

    /// Returns the transactions that an operation made, in order.
    func transactions(of operation: OperationID) throws -> [StoredTransaction]

    /// Returns up to `limit` operations whose id begins so, as it is written.
    func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID]

    /// Returns the Merkle tree hash of the first so many events (RFC 6962 section 2.1).
    func root(at position: Position) throws -> SHA256Digest

    /// Returns the leaf hash of the event at a position, computed from what is stored, or nil when there is none.
    func leaf(at position: Position) throws -> SHA256Digest?

    /// Returns the Merkle leaf hash that the tiles hold for a position, or nil when there is none.
    func recordedLeaf(at position: Position) throws -> SHA256Digest?
}

extension EventStore {
    /// Appends without a condition on the head.
    public func append(_ transaction: ProposedTransaction) throws -> Receipt {
        try append(transaction, ifHead: nil)
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
    /// Reads what a stored event says, or that it was erased.
    public func contents(of stored: StoredEvent) throws -> [RecordedEvent.Content] {
        guard let payload = stored.payload else { return [.erased] }
        return try decode(payload, type: stored.type, at: stored.position).map { .event($0) }
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
