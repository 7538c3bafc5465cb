public import CivilTime

/// A transaction as today's program reads it, with those of its events that were requested.
public struct RecordedTransaction: Sendable {
    public let number: Int64
    public let operation: OperationID
    public let recordedAt: Timestamp
    /// Its actor, program and reason; nil once they were erased.
    public let header: TransactionHeader?
    /// The requested events, in order.
    public let events: [RecordedEvent]
    /// The position of its last event, requested or not: the next page begins behind it.
    public let position: Position
}

/// The events to return; an empty condition lets all pass.
public struct RecordedEventSelection: Sendable, Hashable {
    /// Names of types, as today's program reads the events; an erased one is known by its stored name.
    public var typeNames: Set<String>
    public var accounts: Set<StreamID>

    public init(typeNames: Set<String> = [], accounts: Set<StreamID> = []) {
        self.typeNames = typeNames
        self.accounts = accounts
    }

    /// Whether the events that it decodes to may be selected; an older shape may decode to any type.
    fileprivate func mayTake(_ event: StoredEvent, today: Set<EventType>) -> Bool {
        (accounts.isEmpty || accounts.contains(event.account))
            && (typeNames.isEmpty || typeNames.contains(event.type.name) || !today.contains(event.type))
    }

    fileprivate func takes(_ event: RecordedEvent) -> Bool {
        typeNames.isEmpty || typeNames.contains(event.typeName)
    }
}

/// The selected part of a stretch of the log.
public struct RecordedPage: Sendable {
    /// The transactions with at least one selected event.
    public fileprivate(set) var transactions: [RecordedTransaction] = []
    /// The end of the stretch that was read; the next page begins behind it.
    public fileprivate(set) var position: Position

    /// A page that ends where it begins.
    public init(position: Position) {
        self.position = position
    }
}

extension LogReading {
    /// Reads whole transactions behind a position, at least one if there is one.
    ///
    /// If the position is within a transaction, the rest of that transaction comes first.
    ///
    /// - Parameters:
    ///   - end: The end of a transaction, behind which nothing is read; nil for the end of the log.
    ///   - limit: The number of events, selected or not, after which no further transaction is begun.
    /// - Throws: ``EventLogError/unknownType(_:at:)`` for a shape of a known context that this program does not know,
    ///   whatever types are selected; an event of an unknown context comes as ``RecordedEvent/Content/ofNoContext``.
    /// - Complexity: O(events that are read); those of today's types that are not selected are not decoded.
    public func recorded(
        after start: Position, through end: Position? = nil,
        _ selection: RecordedEventSelection = RecordedEventSelection(),
        decodedBy catalogue: EventCatalogue, limit: Int = 4096
    ) throws -> RecordedPage {
        var page = RecordedPage(position: start)
        let today = Set(catalogue.types)
        var current: StoredTransaction?
        var events: [RecordedEvent] = []
        var count = 0

        func finish(_ transaction: StoredTransaction) throws {
            page.position = transaction.lastPosition
            if !events.isEmpty { page.transactions.append(try RecordedTransaction(transaction, events)) }
            events = []
        }
        try decoding {
            try forEach(EventSelection(after: start, through: end)) { stored in
                if current?.number != stored.transaction {
                    if let ended = current { try finish(ended) }
                    current = nil
                    guard count < limit else { return false }
                    current = try transaction(of: stored)
                }
                count += 1
                if let current, selection.mayTake(stored, today: today) {
                    events += try catalogue.events(of: stored, recordedAt: current.recordedAt).filter(selection.takes)
                }
                return true
            }
        }
        if let current { try finish(current) }
        return page
    }
}

extension RecordedTransaction {
    fileprivate init(_ stored: StoredTransaction, _ events: [RecordedEvent]) throws {
        self.init(
            number: stored.number, operation: stored.operation, recordedAt: stored.recordedAt,
            header: try stored.openHeader(as: TransactionHeader.self),
            events: events, position: stored.lastPosition)
    }
}
