package import Cryptography

/// Appends the transactions and events that another copy of a log sends, byte for byte.
///
/// ```swift
/// try copy.receive { receiver in
///     try log.forEachItem(after: .start, through: head.position) { _ = try receiver.take($0) }
/// }
/// ```
///
/// It checks each header and payload by its digest and each event by its place. All leaves go into this log's own
/// Merkle tree, so that it accepts only a continuation of the same log.
package struct LogReceiver: ~Copyable {
    private let store: any LogStore
    private let catalogue: EventCatalogue?
    private var hasher = SHA256Hasher()
    /// The number of leaves in the tree.
    private var treeSize: Int64
    /// Leaves that are not in the tree yet.
    private var leaves: [SHA256Digest] = []
    private var head: LogHead
    /// The transaction that the next event belongs to.
    private var current: StoredTransaction?
    /// The previous end of the log.
    package let start: LogHead
    private var recorded: RecordedLeaves

    /// The number of leaves that go into the tree at once.
    private static let leafCount = 4096

    fileprivate init(_ store: any LogStore, catalogue: EventCatalogue?) throws {
        self.store = store
        self.catalogue = catalogue
        start = try store.head()
        head = start
        recorded = RecordedLeaves(of: store)
        treeSize = head.position.rawValue
    }

    /// Takes the next transaction or event, or compares it if it is here already; returns whether it was taken.
    ///
    /// - Throws: ``LogFault`` if it is not what it claims to be, ``OtherEvent`` if something else is in its place.
    package mutating func takeIfNew(_ item: LogItem) throws -> Bool {
        switch item {
        case .transaction(let transaction) where transaction.number <= start.transaction:
            try transaction.check(with: &hasher)
            current = try store.transaction(transaction.number)
            guard let current, current.digest == transaction.digest, current.eventCount == transaction.eventCount,
                current.firstPosition == transaction.firstPosition, current.operation == transaction.operation,
                current.recordedAt == transaction.recordedAt
            else { throw OtherEvent(position: transaction.firstPosition) }
        case .event(let event, let sent) where event.position <= start.position:
            guard let current, event.transaction == current.number, event.position > .start else {
                throw LogFault(position: event.position, reason: "it is not an event of the transaction before it")
            }
            try event.check(with: &hasher)
            guard Entry.leaf(of: event, in: current, ledger: store.identity.id, with: &hasher) == sent else {
                throw LogFault(position: event.position, reason: Self.otherLeaf)
            }
            guard try recorded.leaf(at: event.position) == sent else { throw OtherEvent(position: event.position) }
        default:
            try take(item)
            return true
        }
        return false
    }

    private static let otherLeaf = "the entry differs from the leaf that came with it"

    /// Takes the next transaction or event, and returns the leaf of an event in this log.
    ///
    /// - Throws: ``LogFault`` if it does not follow what is there, or is not what it claims to be; with a catalogue
    ///   also what ``EventCatalogue/decode(_:type:at:)`` throws.
    @discardableResult
    package mutating func take(_ item: LogItem) throws -> SHA256Digest? {
        switch item {
        case .transaction(let transaction):
            try begin(transaction)
            return nil
        case .event(let event, let sent):
            let leaf = try append(event)
            guard leaf == sent else {
                throw LogFault(position: event.position, reason: Self.otherLeaf)
            }
            return leaf
        }
    }

    private mutating func begin(_ transaction: StoredTransaction) throws {
        try requireEnd()
        let first = head.position.advanced(by: 1)
        guard transaction.number == head.transaction + 1 else {
            throw LogFault(position: first, reason: "transaction \(head.transaction + 1) is missing")
        }
        guard transaction.firstPosition == first, transaction.eventCount > 0 else {
            throw LogFault(
                position: first, reason: "transaction \(transaction.number) does not stand behind the one before it")
        }
        try transaction.check(with: &hasher)
        try store.insert(transaction)
        if transaction.header == nil { try store.recordErasure(of: .header(transaction.number)) }
        current = transaction
        head = LogHead(position: head.position, transaction: transaction.number)
    }

    private mutating func append(_ event: StoredEvent) throws -> SHA256Digest {
        let position = head.position.advanced(by: 1)
        guard let transaction = current, position <= transaction.lastPosition,
            event.transaction == transaction.number
        else { throw LogFault(position: position, reason: "it is not an event of the transaction before it") }
        guard event.position == position else { throw LogFault(position: position, reason: "the event is missing") }
        let startsStream = event.stream.rawValue == position.rawValue
        let version = try startsStream ? 0 : store.version(of: event.stream)
        guard startsStream || version > 0 else {
            throw LogFault(position: position, reason: "its stream \(event.stream) never started")
        }
        guard event.version == version + 1 else {
            throw LogFault(position: position, reason: "its stream version is \(event.version), not \(version + 1)")
        }
        try event.check(with: &hasher)
        // An event of no context here is copied byte for byte, for the programs that know it.
        _ = try catalogue?.contents(of: event)
        try store.insert(event)
        if event.payload == nil { try store.recordErasure(of: .event(position)) }
        let leaf = Entry.leaf(of: event, in: transaction, ledger: store.identity.id, with: &hasher)
        leaves.append(leaf)
        if leaves.count == Self.leafCount { try flush() }
        head = LogHead(position: position, transaction: head.transaction)
        return leaf
    }

    private func requireEnd() throws {
        guard let current, current.number > start.transaction, head.position < current.lastPosition else { return }
        throw LogFault(
            position: head.position.advanced(by: 1),
            reason: "the event is missing from transaction \(current.number)")
    }

    private mutating func flush() throws {
        try store.appendLeaves(leaves, toTreeOf: treeSize)
        treeSize += Int64(leaves.count)
        leaves.removeAll(keepingCapacity: true)
    }

    /// Finishes the copy, and returns the new end of the log and the root over all of it.
    package mutating func finish() throws -> (head: LogHead, root: SHA256Digest) {
        try requireEnd()
        try flush()
        return (head, try store.root(at: head.position))
    }
}

/// Another event, or another transaction, is in the place of the one that came.
package struct OtherEvent: Error, Hashable, Sendable {
    package let position: Position
}

extension LogStore {
    /// Lends a receiver that appends to this log; when the call returns, either everything it took is durable or
    /// nothing is there.
    ///
    /// - Parameter catalogue: The shapes that each event must have; nil accepts any.
    package func receive<Output>(
        readableBy catalogue: EventCatalogue? = nil, _ body: (inout LogReceiver) throws -> Output
    ) throws -> Output {
        try withWriterLock {
            var receiver = try LogReceiver(self, catalogue: catalogue)
            return try body(&receiver)
        }
    }
}

extension LogReceiver {
    /// Copies a part of another copy, and returns the root over the whole log afterwards.
    package mutating func takeAll(
        of source: any LogReading, after start: Position, through end: Position,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> SHA256Digest {
        var done = 0
        let total = Int(end.rawValue - start.rawValue)
        try source.forEachItem(after: start, through: end) { item in
            guard try take(item) != nil else { return }
            done += 1
            if done.isMultiple(of: 1024) { progress(done, total) }
        }
        return try finish().root
    }
}
