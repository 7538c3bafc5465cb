public import Hashing
internal import JSONCoding
internal import SQLite

/// The first thing in a log that does not hold.
public struct LogFault: Error, Hashable, Sendable {
    /// The event at fault, or the first event of the transaction at fault.
    public let position: Position
    public let reason: String
}

extension LogFault: CustomStringConvertible {
    public var description: String { "position \(position): \(reason)" }
}

/// What a log that holds was found to be.
public struct LogReport: Hashable, Sendable {
    public let events: Int64
    public let transactions: Int64
    public let root: SHA256Digest
}

extension SQLiteEventStore {
    /// Recomputes every digest, leaf and tile, and checks every position and stream version, in one snapshot.
    ///
    /// - Parameter progress: Told the position reached from time to time; false stops with ``EventLogError/cancelled``.
    /// - Throws: ``LogFault`` for the first thing that does not hold.
    /// - Complexity: Linear in the log; memory for one number a stream.
    public func verify(progress: (Position) -> Bool = { _ in true }) throws -> LogReport {
        try mappingErrors {
            try connection.transaction(.deferred) {
                let fault = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
                guard fault == "ok" else {
                    throw LogFault(position: .start, reason: "SQLite finds the file damaged: \(fault ?? "")")
                }
                var verifier = LogVerifier(store: self)
                return try verifier.run(progress: progress)
            }
        }
    }
}

private struct LogVerifier: ~Copyable {
    let store: SQLiteEventStore
    private var hasher = SHA256Hasher()
    private var versions: [StreamID: Int] = [:]
    private var tiles: TileVerifier

    init(store: SQLiteEventStore) {
        self.store = store
        tiles = TileVerifier(store.connection)
    }

    mutating func run(progress: (Position) -> Bool) throws -> LogReport {
        var expected = LogHead(position: .start, transaction: 0)
        var current: StoredTransaction?
        try store.forEach(EventSelection()) { event in
            let position = expected.position.advanced(by: 1)
            try require(event.position == position, at: position, "the event is missing")
            if event.transaction != expected.transaction {
                try requireEnd(of: current, at: expected.position)
                current = try nextTransaction(after: expected, at: event)
                expected = LogHead(position: position, transaction: event.transaction)
            } else {
                expected = LogHead(position: position, transaction: expected.transaction)
            }
            guard let transaction = current else {
                throw LogFault(position: position, reason: "its transaction is missing")
            }
            try require(position <= transaction.lastPosition, at: position, "its transaction has fewer events")
            try check(event, in: transaction)
            guard position.rawValue % 4096 != 0 || progress(position) else { throw EventLogError.cancelled }
            return true
        }
        try requireEnd(of: current, at: expected.position)
        let head = try store.head()
        try require(
            head == expected, at: expected.position.advanced(by: 1), "the events end, and the transactions go on")
        try tiles.finish(at: head.position)
        return LogReport(
            events: head.position.rawValue, transactions: head.transaction, root: try store.root(at: head.position))
    }

    private func requireEnd(of transaction: StoredTransaction?, at position: Position) throws {
        guard let transaction else { return }
        try require(
            position == transaction.lastPosition, at: position.advanced(by: 1),
            "the event is missing from transaction \(transaction.number)")
    }

    /// What is blanked has to be listed: else it was lost, not erased.
    private func requireErasure(of kind: String, _ number: Int64, at position: Position) throws {
        let listed = try store.connection.first(
            "SELECT 1 FROM erasures WHERE kind = \(bind: kind) AND number = \(bind: number)"
        ) { $0.integer(0) }
        try require(listed != nil, at: position, "it is blank, and no erasure says so")
    }

    private mutating func nextTransaction(after head: LogHead, at event: StoredEvent) throws -> StoredTransaction {
        let number = head.transaction + 1
        try require(event.transaction == number, at: event.position, "transaction \(number) is missing")
        guard let transaction = try store.transaction(number) else {
            throw LogFault(position: event.position, reason: "transaction \(number) is missing")
        }
        try require(
            transaction.firstPosition == event.position, at: event.position,
            "transaction \(number) says that it starts at \(transaction.firstPosition)")
        guard let header = transaction.header, let salt = transaction.salt else {
            try require(
                transaction.header == nil && transaction.salt == nil, at: event.position, "a header is half erased")
            try requireErasure(of: "transaction", number, at: event.position)
            try require(
                try store.hasBlankEvent(transaction), at: event.position,
                "the header of transaction \(number) is blank, and none of its events is")
            return transaction
        }
        try require(
            saltedDigest(of: header, salt: salt, with: &hasher) == transaction.digest, at: event.position,
            "the header of transaction \(number) was changed")
        let decoded = try? JSONBytesDecoder().decode(TransactionHeader.self, from: header)
        try require(
            decoded.map {
                ($0.number, $0.operation, $0.time, $0.firstPosition, $0.idempotency)
                    == (
                        number, transaction.operation, transaction.recordedAt, transaction.firstPosition,
                        try idempotency(of: number)
                    )
            } == true, at: event.position, "the header of transaction \(number) says otherwise than its row")
        return transaction
    }

    private func idempotency(of transaction: Int64) throws -> String? {
        try store.connection.first("SELECT idempotency FROM transactions WHERE number = \(bind: transaction)") {
            $0.optionalBlob(0)?.hex
        } ?? nil
    }

    private mutating func check(_ event: StoredEvent, in transaction: StoredTransaction) throws {
        if event.stream.rawValue == event.position.rawValue {
            versions[event.stream] = 0
        }
        guard let version = versions[event.stream] else {
            throw LogFault(position: event.position, reason: "its stream \(event.stream) never started")
        }
        try require(
            event.version == version + 1, at: event.position,
            "its stream version is \(event.version), not \(version + 1)")
        versions[event.stream] = event.version
        if let payload = event.payload, let salt = event.salt {
            try require(
                saltedDigest(of: payload, salt: salt, with: &hasher) == event.digest, at: event.position,
                "the payload was changed")
        } else {
            try require(event.payload == nil && event.salt == nil, at: event.position, "the payload is half erased")
            try requireErasure(of: "event", event.position.rawValue, at: event.position)
            try require(
                try store.isErasedByLaterEvent(event), at: event.position, "it is blank, and no later event erases it")
        }
        let leaf = Entry.leaf(of: event, in: transaction, ledger: store.identity.id, with: &hasher)
        try tiles.append(leaf, at: event.position)
    }

    private func require(_ condition: Bool, at position: Position, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw LogFault(position: position, reason: reason()) }
    }
}
