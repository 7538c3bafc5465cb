internal import CivilTime
public import DiskFiles
public import Hashing
internal import JSONCoding
internal import SQLite

/// A log in one SQLite database: a file that any number of processes share, or `:memory:`.
///
/// Used by one thread at a time. A commit is durable when `append` returns (WAL, synchronous FULL).
public final class SQLiteEventStore: EventStore {
    public let identity: LedgerIdentity
    let connection: Connection
    let path: String
    /// Where its file is.
    public var files: any Files { connection.files }
    let environment: LogEnvironment
    /// Nil in memory, and for a copy: whoever copies decides what to do about damage.
    let damageMark: DamageMark?
    private var lockDepth = 0
    private var hasher = SHA256Hasher()
    /// Called whenever events have been committed, once a commit, after the writer's lock was let go.
    public var onAppend: () -> Void = {}
    private var hasAppended = false

    init(
        connection: Connection, path: String, environment: LogEnvironment, damageMark: DamageMark? = nil
    ) throws {
        self.connection = connection
        self.path = path
        self.environment = environment
        self.damageMark = damageMark
        identity = try Self.readIdentity(connection, path: path)
    }

    // MARK: Reading

    public func head() throws -> LogHead {
        let head = try mappingErrors {
            try connection.first(
                "SELECT first_position + event_count - 1, number FROM transactions ORDER BY number DESC LIMIT 1"
            ) { try LogHead(position: $0.next(), transaction: $0.next()) }
        }
        return head ?? LogHead(position: .start, transaction: 0)
    }

    public func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws {
        try lend(selection.sql, as: StoredEvent.init(from:), to: body)
    }

    /// Lends what is made of each row to a closure that may read the log meanwhile.
    func lend<Made>(_ sql: SQL, as make: (inout RowReader) throws -> Made, to body: (Made) throws -> Bool) throws {
        let statement = try mappingErrors { try connection.cursor(sql) }
        // What the closure throws is its own: it may be at work on another database.
        while try mappingErrors({ try statement.step() }) {
            guard try body(statement.withRow(make)) else { return }
        }
    }

    public func transaction(_ number: Int64) throws -> StoredTransaction? {
        try mappingErrors {
            try connection.first(
                "\(StoredTransaction.selection) WHERE number = \(bind: number)", row: StoredTransaction.init(from:))
        }
    }

    public func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        let order: SQL =
            isBackward
            ? "WHERE number <= \(bind: number) ORDER BY number DESC" : "WHERE number >= \(bind: number) ORDER BY number"
        try lend("\(StoredTransaction.selection) \(order)", as: StoredTransaction.init(from:), to: body)
    }

    public func transactions(of operation: OperationID) throws -> [StoredTransaction] {
        try mappingErrors {
            try connection.rows(
                "\(StoredTransaction.selection) WHERE operation = \(bind: operation.description) ORDER BY number",
                row: StoredTransaction.init(from:))
        }
    }

    public func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID] {
        // Every id that begins so sorts between the prefix and the prefix with a character beyond all digits.
        try mappingErrors {
            try connection.rows(
                """
                SELECT DISTINCT operation FROM transactions
                WHERE operation >= \(bind: prefix) AND operation < \(bind: prefix + "g") LIMIT \(bind: limit)
                """
            ) { try OperationID($0.next(String.self)) }.compactMap { $0 }
        }
    }

    public func root(at position: Position) throws -> SHA256Digest {
        try mappingErrors { try MerkleTree(SQLiteTiles(connection), size: position.rawValue).root() }
    }

    public func leaf(at position: Position) throws -> SHA256Digest? {
        let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
        guard let event = try events(selection).first, let transaction = try transaction(event.transaction) else {
            return nil
        }
        return Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
    }

    public func recordedLeaf(at position: Position) throws -> SHA256Digest? {
        let tile = TileID(level: 0, index: (position.rawValue - 1) / 256)
        guard let hashes = try mappingErrors({ try SQLiteTiles(connection).hashes(of: tile) }) else { return nil }
        let offset = Int((position.rawValue - 1) % 256) * SHA256Digest.byteCount
        guard position > .start, offset + SHA256Digest.byteCount <= hashes.count else { return nil }
        return SHA256Digest(bytes: hashes[offset..<offset + SHA256Digest.byteCount])
    }

    // MARK: Writing

    /// Waits this long, in milliseconds, for another writer before ``EventLogError/busy(holder:)``; ten seconds at first.
    package func setLockTimeout(_ milliseconds: Int32) {
        connection.setTimeout(milliseconds)
    }

    public func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output {
        guard lockDepth == 0 else { return try body() }
        try requireSound()
        hasAppended = false
        let output = try withNewLock(body)
        if hasAppended { onAppend() }
        return output
    }

    /// Refuses a log that was found damaged, and that nobody found whole since.
    ///
    /// - Throws: ``EventLogError/markedDamaged(_:)``.
    package func requireSound() throws {
        if let finding = damageMark?.finding { throw EventLogError.markedDamaged(finding) }
    }

    /// The writer's lock also of a log that was found damaged: for what stands beside the events and follows from them.
    func withLockBesideEvents<Output>(_ body: () throws -> Output) throws -> Output {
        try lockDepth == 0 ? withNewLock(body) : body()
    }

    private func withNewLock<Output>(_ body: () throws -> Output) throws -> Output {
        lockDepth += 1
        defer { lockDepth -= 1 }
        let transaction = try mappingErrors { try Transaction(.immediate, on: connection) }
        // What the closure throws is its own: it may be at work on another database.
        let output = try body()
        try commit(transaction)
        return output
    }

    /// Lends one state of the log: what others append or erase while the closure runs is not seen by it.
    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output {
        guard !connection.isInTransaction else { return try body() }
        let transaction = try mappingErrors { try Transaction(.deferred, on: connection) }
        let output = try body()
        try commit(transaction)
        return output
    }

    /// Takes back whatever the closure appends, whether it returns or throws.
    ///
    /// For who decides several commands, each against what those before it did, before one transaction holds them all.
    /// Called under the writer's lock.
    package func rehearse<Output>(_ body: () throws -> Output) throws -> Output {
        precondition(lockDepth > 0, "a rehearsal keeps every other writer out")
        _ = try mappingErrors { try connection.run("SAVEPOINT rehearsal") }
        defer {
            // After some errors SQLite has rolled everything back itself (sqlite.org/lang_transaction.html, 2.4).
            if connection.isInTransaction {
                _ = try? connection.run("ROLLBACK TO rehearsal")
                _ = try? connection.run("RELEASE rehearsal")
            }
        }
        return try body()
    }

    private func commit(_ transaction: consuming Transaction) throws {
        do {
            try transaction.commit()
        } catch let error as SQLiteError {
            throw translated(error)
        }
    }

    public func append(_ proposed: ProposedTransaction, ifHead: Position?) throws -> Receipt {
        precondition(!proposed.events.isEmpty, "a transaction holds at least one event")
        return try withWriterLock {
            // Under a lock that is held already, a refused append must leave nothing behind when its caller goes on.
            do {
                return try mappingErrors {
                    try connection.run("SAVEPOINT append")
                    let receipt = try appendUnderLock(proposed, ifHead: ifHead)
                    try connection.run("RELEASE append")
                    hasAppended = hasAppended || !receipt.isRepeat
                    return receipt
                }
            } catch {
                // After some errors SQLite has rolled everything back itself (sqlite.org/lang_transaction.html, 2.4).
                if connection.isInTransaction {
                    _ = try? connection.run("ROLLBACK TO append")
                    _ = try? connection.run("RELEASE append")
                }
                throw error
            }
        }
    }

    private func appendUnderLock(_ proposed: ProposedTransaction, ifHead: Position?) throws -> Receipt {
        let key = proposed.idempotencyKey.map { SHA256Hasher.digest(of: Array($0.utf8)) }
        if let key, let receipt = try receipt(forKey: key) { return receipt }
        let head = try head()
        if let ifHead, ifHead != head.position {
            throw EventLogError.conflict(expected: "head \(ifHead)", actual: "head \(head.position)")
        }
        return try append(proposed, after: head, key: key)
    }

    private func append(_ proposed: ProposedTransaction, after head: LogHead, key: SHA256Digest?) throws -> Receipt {
        let salts = environment.randomBytes(16 * (proposed.events.count + 1))
        let transaction = try makeTransaction(proposed, after: head, key: key, salt: Array(salts.prefix(16)))
        var placement = StreamPlacement(first: transaction.firstPosition) { [connection] stream in
            try connection.first("SELECT max(version) FROM events WHERE stream = \(bind: stream.rawValue)") {
                try $0.next()
            } ?? 0
        }
        try insert(transaction)
        var leaves: [SHA256Digest] = []
        leaves.reserveCapacity(proposed.events.count)
        let encoding = EncodingOnCores(transaction: transaction, ledger: identity.id, salts: salts)
        try encoding.forEach(proposed.events, place: { try placement.place($0, offset: $1) }) { stored, leaf in
            try insert(stored)
            leaves.append(leaf)
        }
        var tree = MerkleTree(SQLiteTiles(connection), size: head.position.rawValue)
        try tree.append(leaves)
        return Receipt(
            transaction: transaction.number, operation: transaction.operation, firstPosition: transaction.firstPosition,
            eventCount: transaction.eventCount, isRepeat: false)
    }

    private func makeTransaction(
        _ proposed: ProposedTransaction, after head: LogHead, key: SHA256Digest?, salt: [UInt8]
    ) throws -> StoredTransaction {
        let context = proposed.context
        let header = TransactionHeader(
            number: head.transaction + 1, operation: context.operation, command: context.command, actor: context.actor,
            osUser: context.osUser, host: context.host, program: context.program, reason: context.reason,
            cause: context.cause, time: environment.now(), firstPosition: head.position.advanced(by: 1),
            idempotency: key?.hex)
        let bytes = try JSONBytesEncoder().encode(header)
        return StoredTransaction(
            number: header.number, firstPosition: header.firstPosition, eventCount: proposed.events.count,
            operation: header.operation, recordedAt: header.time, header: bytes, salt: salt,
            digest: saltedDigest(of: bytes, salt: salt, with: &hasher), idempotency: key)
    }

    func insert(_ transaction: StoredTransaction) throws {
        try connection.run(
            """
            INSERT INTO transactions VALUES (
                \(bind: transaction.number), \(bind: transaction.firstPosition.rawValue), \(bind: transaction.eventCount),
                \(bind: transaction.operation.description), \(bind: transaction.recordedAt.microseconds),
                \(bind: transaction.header.map(UTF8Text.init)), \(bind: transaction.salt), \(bind: transaction.digest.bytes),
                \(bind: transaction.idempotency?.bytes))
            """)
    }

    private lazy var insertion = Result {
        try connection.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    }

    func insert(_ event: StoredEvent) throws {
        try insertion.get().run(
            event.position.rawValue, event.stream.rawValue, event.version, event.type.name, event.type.schema,
            event.transaction, event.account.rawValue, event.payload.map(UTF8Text.init), event.salt, event.digest.bytes)
    }

    private func receipt(forKey key: SHA256Digest) throws -> Receipt? {
        let found = try connection.first(
            "\(StoredTransaction.selection) WHERE idempotency = \(bind: key.bytes)", row: StoredTransaction.init(from:))
        return found.map {
            Receipt(
                transaction: $0.number, operation: $0.operation, firstPosition: $0.firstPosition,
                eventCount: $0.eventCount, isRepeat: true)
        }
    }

    /// Returns what was appended with an idempotency key; nil where nothing was.
    public func receipt(forIdempotencyKey key: String) throws -> Receipt? {
        try mappingErrors { try receipt(forKey: SHA256Hasher.digest(of: Array(key.utf8))) }
    }

    /// Translates SQLite's refusals into the log's own.
    func mappingErrors<Output: ~Copyable>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw translated(error)
        }
    }

    private func translated(_ error: SQLiteError) -> any Error {
        if error.isBusy { return EventLogError.busy(holder: LockHolder.ofWriterLock(databasePath: path, on: files)) }
        if error.isReadOnly { return EventLogError.readOnly(path: path) }
        if error.isCorrupt {
            damageMark?.leave(error.message)
            return EventLogError.corrupt(error.message)
        }
        return error
    }
}
