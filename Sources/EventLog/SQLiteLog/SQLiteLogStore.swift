internal import CivilTime
internal import Cryptography
internal import DiskFiles
internal import SQLiteDatabase

/// A log in one SQLite database: a file that any number of processes share, or `:memory:`.
///
/// Used by one thread at a time. A commit is durable when `append` returns (WAL, synchronous FULL).
package final class SQLiteLogStore: LogStore {
    package let identity: LedgerIdentity
    let connection: Connection
    let path: String
    /// Where its file is: under another name while it is being made.
    let filePath: String
    var files: any Files { connection.files }
    let environment: LogEnvironment
    /// Nil in memory, and for a copy: the copying code decides what to do about damage.
    let damageMark: DamageMark?
    /// Nil in memory, and for a copy, which the code that moves a ledger writes.
    let moveMark: MoveMark?
    private(set) var lockDepth = 0
    package var onAppend: () -> Void = {}
    private var hasAppended = false

    init(
        connection: Connection, path: String, at filePath: String? = nil, environment: LogEnvironment,
        damageMark: DamageMark? = nil, moveMark: MoveMark? = nil
    ) throws {
        self.connection = connection
        self.path = path
        self.filePath = filePath ?? path
        self.environment = environment
        self.damageMark = damageMark
        self.moveMark = moveMark
        identity = try Self.readIdentity(connection, path: path)
    }

    // MARK: Reading

    package func head() throws -> LogHead {
        let head = try mappingErrors {
            try connection.first(
                "SELECT first_position + event_count - 1, number FROM transactions ORDER BY number DESC LIMIT 1"
            ) { try LogHead(position: $0.next(), transaction: $0.next()) }
        }
        guard let head else { return LogHead(position: .start, transaction: 0) }
        // A lost sector leaves a row of zeros at the end. Every transaction has an event at least.
        guard head.transaction > 0, head.position.rawValue >= head.transaction, try hasRoom(for: head.position) else {
            throw damaged("the row of the last transaction is damaged")
        }
        return head
    }

    /// Whether the file has room for this number of events: a damaged row may name any number.
    func hasRoom(for position: Position) throws -> Bool {
        guard position.rawValue >= 1 << 20 else { return true }
        let pages = try mappingErrors { try connection.first("PRAGMA page_count") { try $0.next(Int64.self) } }
        return position.rawValue / Self.eventsInPage <= pages ?? 0
    }

    /// More events than a page of 8 KiB has room for: each has a digest of 32 bytes.
    private static let eventsInPage: Int64 = 256

    package func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws {
        try lend(selection.sql, as: StoredEvent.init(from:), to: body)
    }

    /// Lends the value made of each row to a closure that may read the log meanwhile.
    func lend<Made>(_ sql: SQL, as make: (inout RowReader) throws -> Made, to body: (Made) throws -> Bool) throws {
        // An error of the closure is passed on unchanged: it may come from another database.
        var failure: (any Error)?
        try mappingErrors {
            try connection.lend(sql, as: make) { made in
                do {
                    return try body(made)
                } catch {
                    failure = error
                    return false
                }
            }
        }
        if let failure { throw failure }
    }

    package func transaction(_ number: Int64) throws -> StoredTransaction? {
        try mappingErrors {
            try connection.first(
                "\(StoredTransaction.selection) WHERE number = \(bind: number)", row: StoredTransaction.init(from:))
        }
    }

    package func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        let order: SQL =
            isBackward
            ? "WHERE number <= \(bind: number) ORDER BY number DESC" : "WHERE number >= \(bind: number) ORDER BY number"
        try lend("\(StoredTransaction.selection) \(order)", as: StoredTransaction.init(from:), to: body)
    }

    package func transactions(of operation: OperationID) throws -> [StoredTransaction] {
        try mappingErrors {
            try connection.rows(
                "\(StoredTransaction.selection) WHERE operation = \(bind: operation.description) ORDER BY number",
                row: StoredTransaction.init(from:))
        }
    }

    package func beginsOperation(_ transaction: StoredTransaction) throws -> Bool {
        try mappingErrors {
            try connection.first(
                """
                SELECT 1 FROM transactions
                WHERE operation = \(bind: transaction.operation.description) AND number < \(bind: transaction.number)
                """
            ) { _ in true } == nil
        }
    }

    package func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID] {
        // Every id with this prefix sorts between the prefix and the prefix followed by a character beyond all digits.
        try mappingErrors {
            try connection.rows(
                """
                SELECT DISTINCT operation FROM transactions
                WHERE operation >= \(bind: prefix) AND operation < \(bind: prefix + "g") LIMIT \(bind: limit)
                """
            ) { try OperationID($0.next(String.self)) }.compactMap { $0 }
        }
    }

    package func hashes(of tile: TileID) throws -> [UInt8]? {
        try mappingErrors { try SQLiteTiles(connection).hashes(of: tile) }
    }

    // MARK: Writing

    package func setLockTimeout(_ milliseconds: Int32) {
        connection.setTimeout(milliseconds)
    }

    package func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output {
        guard lockDepth == 0 else { return try body() }
        try requireSound()
        hasAppended = false
        let output = try withNewLock(body)
        if hasAppended { onAppend() }
        return output
    }

    package func requireSound() throws {
        if let finding = damageMark?.finding { throw EventLogError.markedDamaged(finding) }
    }

    /// Takes the writer's lock even if the log was found damaged, to write tables that are derived from the events.
    func withLockBesideEvents<Output>(_ body: () throws -> Output) throws -> Output {
        try lockDepth == 0 ? withNewLock(body) : body()
    }

    private func withNewLock<Output>(_ body: () throws -> Output) throws -> Output {
        lockDepth += 1
        defer { lockDepth -= 1 }
        let transaction = try mappingErrors { try Transaction(.immediate, on: connection) }
        try requireUnmoved()
        // An error of the closure is passed on unchanged: it may come from another database.
        let output = try body()
        try commit(transaction)
        return output
    }

    /// Called under the lock, which a move has, too.
    private func requireUnmoved() throws {
        let place: String?
        do throws(FileError) {
            place = try moveMark?.place()
        } catch {
            throw EventLogError.readOnly(path: path)
        }
        if let place { throw EventLogError.movedAway(path: FilePath(path).folder.text, to: place) }
    }

    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output {
        guard !connection.isInTransaction else { return try body() }
        let transaction = try mappingErrors { try Transaction(.deferred, on: connection) }
        let output = try body()
        try commit(transaction)
        return output
    }

    private func commit(_ transaction: consuming Transaction) throws {
        do {
            try transaction.commit()
        } catch let error as SQLiteError {
            throw translated(error)
        }
    }

    package func append(_ proposed: ProposedTransaction, ifHead: Position?) throws -> Receipt {
        return try withWriterLock {
            // Under a lock that is held already, a refused append must leave nothing behind when its caller continues.
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
        if let key = proposed.keyDigest, let receipt = try receipt(forKey: key) { return receipt }
        let head = try head()
        if let ifHead, ifHead != head.position {
            throw EventLogError.conflict(expected: "head \(ifHead)", actual: "head \(head.position)")
        }
        return try append(proposed, after: head)
    }

    private func append(_ proposed: ProposedTransaction, after head: LogHead) throws -> Receipt {
        let encoder = try TransactionEncoder(proposed, after: head, ledger: identity.id, environment: environment)
        try insert(encoder.transaction)
        var leaves: [SHA256Digest] = []
        leaves.reserveCapacity(proposed.events.count)
        try encoder.forEach(storedVersion: { try self.version(of: $0) }) { stored, leaf in
            try insert(stored)
            leaves.append(leaf)
        }
        var tree = MerkleTree(SQLiteTiles(connection), size: head.position.rawValue)
        try tree.append(leaves)
        return Receipt(of: encoder.transaction, isRepeat: false)
    }

    package func insert(_ transaction: StoredTransaction) throws {
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

    package func insert(_ event: StoredEvent) throws {
        try insertion.get().run(
            event.position.rawValue, event.stream.rawValue, event.version, event.type.name, event.type.schema,
            event.transaction, event.account.rawValue, event.payload.map(UTF8Text.init), event.salt, event.digest.bytes)
    }

    private func receipt(forKey key: SHA256Digest) throws -> Receipt? {
        let found = try connection.first(
            "\(StoredTransaction.selection) WHERE idempotency = \(bind: key.bytes)", row: StoredTransaction.init(from:))
        return found.map { Receipt(of: $0, isRepeat: true) }
    }

    package func receipt(forIdempotencyKey key: String) throws -> Receipt? {
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

    package func noteDamage(_ finding: String) {
        damageMark?.leave(finding)
    }

    /// Leaves the mark of a damaged log, and returns the error that says so.
    func damaged(_ reason: String) -> EventLogError {
        noteDamage(reason)
        return .corrupt(reason)
    }

    private func translated(_ error: SQLiteError) -> any Error {
        if error.isBusy { return EventLogError.busy(holder: LockHolder.ofWriterLock(databasePath: path, on: files)) }
        if error.isReadOnly { return EventLogError.readOnly(path: path) }
        // The names in the definitions of its tables may be what is damaged.
        if error.isCorrupt || error.isOfOtherSchema || error.isMalformedJSON { return damaged(error.message) }
        return error
    }
}
