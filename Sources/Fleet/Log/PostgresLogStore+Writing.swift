package import Cryptography
package import EventLog
internal import LibPQ

extension PostgresLogStore {
    package func setLockTimeout(_ milliseconds: Int32) {
        lockTimeout = milliseconds
    }

    package func requireSound() throws {
        let finding = try first("SELECT damaged FROM mailledger.ledger WHERE ledger = \(id)") {
            try $0.next(String?.self)
        }
        if let finding, let finding { throw EventLogError.markedDamaged(finding) }
    }

    // MARK: The lock

    package func withWriterLock<Output>(_ body: () throws -> Output) throws -> Output {
        guard unit == nil else { return try body() }
        guard access == .readWrite else { throw EventLogError.readOnly(path: log.address.description) }
        _ = try begin()
        return try inTransaction(body)
    }

    /// Makes the rows of a new log, fills it, and commits both together.
    func inNewLog(_ rows: [PostgresStatement], _ body: () throws -> Void) throws {
        do {
            _ = try log.mapping { try beginTransaction(["BEGIN", Self.settings(lockTimeout)] + rows) }
        } catch {
            rollBack()
            throw error
        }
        unit = WriteUnit(head: LogHead(position: .start, transaction: 0), leaf: nil)
        unit?.keep(rows)
        try inTransaction(body)
    }

    func inTransaction<Output>(_ body: () throws -> Output) throws -> Output {
        defer { unit = nil }
        do {
            let output = try body()
            let hasAppended = unit?.hasAppended == true
            try commit()
            unit = nil
            letGo()
            if hasAppended { onAppend() }
            return output
        } catch {
            rollBack()
            throw error
        }
    }

    /// The settings of a writer's transaction.
    ///
    /// A writer that stands still loses the lock after a while, and its commit is refused.
    private static func settings(_ lockTimeout: Int32) -> PostgresStatement {
        """
        SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),
            set_config('lock_timeout', \(.text("\(max(1, lockTimeout))")), true),
            set_config('idle_in_transaction_session_timeout', '15s', true)
        """
    }

    /// Takes the lock, reads the end of the log under it, and returns the words of its seal.
    func begin(ignoringSeal: Bool = false) throws -> String? {
        do {
            return try log.mapping {
                let answers = try beginTransaction(locking(lockTimeout))
                let found = try openHead(in: answers[2], ignoringSeal: ignoringSeal)
                unit = WriteUnit(head: found.head, leaf: try leaf(in: answers[3]))
                return found.seal
            }
        } catch {
            rollBack()
            throw error
        }
    }

    private func locking(_ lockTimeout: Int32) -> [PostgresStatement] {
        [
            "BEGIN", Self.settings(lockTimeout),
            """
            SELECT position, head.transaction, damaged,
                needs_standby AND current_setting('synchronous_standby_names') = '', sealed, \(Self.serverStart)
            FROM mailledger.head JOIN mailledger.ledger USING (ledger) WHERE head.ledger = \(id) FOR UPDATE OF head
            """,
            lastLeaf,
        ]
    }

    /// Reads the end of the log in the answer to the third of ``locking(_:)``; refuses a log that takes no writes.
    private func openHead(
        in answer: PostgresResult, ignoringSeal: Bool = false
    ) throws -> (head: LogHead, seal: String?) {
        let found = try answer.rows { row in
            try (
                head: LogHead(position: Position(row.next()), transaction: row.next()),
                finding: row.next(String?.self), lacksStandby: row.next(Bool.self), sealed: row.next(String?.self),
                serverStart: row.next(Int64.self)
            )
        }
        guard let found = found.first else { throw EventLogError.notALedger(path: log.address.description) }
        if let finding = found.finding { throw EventLogError.markedDamaged(finding) }
        if let reason = found.sealed, !ignoringSeal { throw FleetError.sealed(reason) }
        guard !found.lacksStandby else { throw FleetError.noStandby }
        note(serverStart: found.serverStart)
        return (found.head, found.sealed)
    }

    /// Asks for the leaf of the last event; a statement of its own sees what came while the lock was waited for.
    private var lastLeaf: PostgresStatement {
        """
        SELECT leaf FROM mailledger.event WHERE ledger = \(id)
            AND position = (SELECT position FROM mailledger.head WHERE ledger = \(id))
        """
    }

    private func leaf(in answer: PostgresResult) throws -> SHA256Digest? {
        try answer.rows { try $0.nextDigest() }.first ?? nil
    }

    /// Writes within the transaction that holds the lock, or in one of its own.
    func write(_ statement: PostgresStatement) throws -> PostgresResult {
        try withWriterLock {
            unit?.keep([statement])
            return try ask([statement])[0]
        }
    }

    // MARK: The commit

    private func commit() throws {
        guard let unit else { return }
        let statements = pendingStatements() + closing(unit)
        self.unit?.keep(statements)
        do {
            let answers = try askDirectly(statements + ["COMMIT"])
            try require(answers)
        } catch let error as PostgresError where error.condition == .unreachable {
            try resolve(error)
        } catch let error as PostgresError {
            _ = try log.mapping { throw error }
        }
    }

    /// Moves the head, if there is anything new.
    private func closing(_ unit: WriteUnit) -> [PostgresStatement] {
        guard unit.head != unit.start else { return [] }
        return [
            """
            UPDATE mailledger.head
            SET position = \(.position(unit.head.position)), transaction = \(.integer(unit.head.transaction))
            WHERE ledger = \(id) AND position = \(.position(unit.start.position))
            """
        ]
    }

    /// Takes an answer for a commit only if the server reported no doubt.
    ///
    /// If somebody cancels the wait for the standby, the server answers with success and a warning. What was committed may
    /// then be gone after a failover (`SyncRepWaitForLSN` in the server's sources).
    private func require(_ answers: [PostgresResult]) throws {
        guard answers.last?.command == "COMMIT" else {
            throw FleetError.server(PostgresError.unreachable("the transaction was rolled back"))
        }
        if let notice = takeNotices().first(where: { $0.state == "01000" || $0.state == "57P01" }) {
            throw PostgresError.unreachable(notice.message)
        }
    }

    /// Finds out what became of a commit whose answer is missing.
    ///
    /// A new session waits for the head's row, so that the old one has ended, and looks for the transaction. If it is
    /// there, a commit behind it confirms it on the standby. If it is not, and nobody else wrote, the same rows are sent
    /// again: their salted digest makes them the same transaction. This goes on until the server gives a clear answer, or
    /// the patience of the log ends.
    ///
    /// - Throws: ``EventLogError/unconfirmed(_:)`` if nobody can say; ``EventLogError/conflict(expected:actual:)`` if it
    ///   was not recorded, and another writer was faster.
    private func resolve(_ error: PostgresError) throws {
        guard let unit, let first = unit.firstAppended else {
            // Nothing of the log was at stake, and what was written can be written again.
            throw FleetError.unanswered
        }
        let deadline = ContinuousClock.now + .seconds(log.patience)
        while ContinuousClock.now < deadline {
            do {
                try reconnect()
                let rest = ContinuousClock.now.duration(to: deadline) / .seconds(1)
                return try hurrying(max(0.1, rest)) { try settle(unit, first) }
            } catch is PostgresError {
            } catch EventLogError.unreachable {
            }
            Self.pause()
        }
        throw EventLogError.unconfirmed(first.operation)
    }

    /// - Throws: `PostgresError` if there is no clear answer yet.
    private func settle(_ unit: WriteUnit, _ first: StoredTransaction) throws {
        let answers = try askDirectly(
            locking(2_000) + [
                "SELECT digest FROM mailledger.transaction WHERE ledger = \(id) AND number = \(.integer(first.number))"
            ])
        let found = try answers[4].rows { try $0.nextDigest() }.first ?? nil
        if found == first.digest {
            let confirmation: PostgresStatement = "UPDATE mailledger.head SET position = position WHERE ledger = \(id)"
            return try require(askDirectly([confirmation, "COMMIT"]))
        }
        do {
            // A new log has no row before its commit.
            let end = answers[2].count == 0 ? .start : try openHead(in: answers[2]).head.position
            // After a failover to an asynchronous standby, the same position may be one of another log. Where nobody
            // appended, a collector may still have removed contents that were there.
            guard found == nil, end == unit.start.position, try leaf(in: answers[3]) == unit.leaf,
                let sent = unit.sent, try hasAll(unit.foundContents.subtracting(unit.storedContents))
            else { throw EventLogError.conflict(expected: "head \(unit.start.position)", actual: "head \(end)") }
            try require(askDirectly(sent + ["COMMIT"]))
        } catch {
            rollBack()
            throw error
        }
    }

    private func hasAll(_ contents: Set<SHA256Digest>) throws -> Bool {
        guard !contents.isEmpty else { return true }
        let answer = try askDirectly([
            """
            SELECT count(*) FROM mailledger.content
            WHERE ledger = \(id) AND digest = ANY(\(.digests(Array(contents))))
            """
        ])
        return try answer[0].rows { try $0.next(Int.self) } == [contents.count]
    }

    // MARK: Appending

    package func append(_ proposed: ProposedTransaction, ifHead: Position?) throws -> Receipt {
        try withWriterLock {
            if let key = proposed.keyDigest, let receipt = try receipt(forKey: key) { return receipt }
            let head = try head()
            if let ifHead, ifHead != head.position {
                throw EventLogError.conflict(expected: "head \(ifHead)", actual: "head \(head.position)")
            }
            let encoder = try TransactionEncoder(proposed, after: head, ledger: identity.id, environment: environment)
            let known = try versions(of: proposed.existingStreams)
            var events: [(event: StoredEvent, leaf: SHA256Digest)] = []
            events.reserveCapacity(proposed.events.count)
            // Nothing is kept before all of it is known to fit.
            try encoder.forEach(storedVersion: { known[$0] ?? 0 }) { events.append(($0, $1)) }
            try growTree(by: events.map(\.leaf), from: head.position.rawValue)
            begin(encoder.transaction)
            for (event, leaf) in events { add(event, leaf) }
            return Receipt(of: encoder.transaction, isRepeat: false)
        }
    }

    private func begin(_ transaction: StoredTransaction) {
        guard var unit else { preconditionFailure("appended under the lock") }
        self.unit = nil
        if unit.firstAppended == nil { unit.firstAppended = transaction }
        unit.transactions.append(transaction)
        unit.open = transaction
        unit.head = LogHead(position: unit.head.position, transaction: transaction.number)
        self.unit = unit
    }

    private func add(_ event: StoredEvent, _ leaf: SHA256Digest) {
        guard var unit else { preconditionFailure("appended under the lock") }
        // The copy that is changed is to be the only one.
        self.unit = nil
        unit.events.append((event, leaf))
        unit.versions[event.stream] = event.version
        unit.head = LogHead(position: event.position, transaction: unit.head.transaction)
        unit.hasAppended = true
        self.unit = unit
    }

    // MARK: Rows

    /// Sends the rows that are waiting; called before anything is asked that could miss them.
    func sendRows() throws {
        let statements = pendingStatements()
        guard !statements.isEmpty else { return }
        unit?.keep(statements)
        _ = try askDirectly(statements)
    }

    private func pendingStatements() -> [PostgresStatement] {
        guard let pending = unit, pending.hasRows else { return [] }
        unit?.contents = []
        unit?.transactions = []
        unit?.events = []
        var statements = pending.contents
        statements += pending.transactions.map { transaction -> PostgresStatement in
            """
            INSERT INTO mailledger.transaction VALUES (\(id), \(.integer(transaction.number)),
                \(.position(transaction.firstPosition)), \(.integer(Int64(transaction.eventCount))),
                \(.text(transaction.operation.description)), \(.time(transaction.recordedAt)),
                \(.text(utf8: transaction.header)), \(.bytes(transaction.salt)), \(.digest(transaction.digest)),
                \(.digest(transaction.idempotency)))
            """
        }
        var rest = pending.events[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Self.eventsInStatement)
            rest = rest.dropFirst(chunk.count)
            statements.append(insertion(of: chunk))
        }
        return statements
    }

    private static let eventsInStatement = 1_024

    private func insertion(of events: ArraySlice<(event: StoredEvent, leaf: SHA256Digest)>) -> PostgresStatement {
        if events.count == 1, let (event, leaf) = events.first { return insertion(of: event, leaf) }
        return """
            INSERT INTO mailledger.event
            SELECT head.ledger, coming.* FROM mailledger.head, unnest(
                \(.integers(events.map(\.event.position.rawValue))), \(.integers(events.map(\.event.stream.rawValue))),
                \(.integers(events.map { Int64($0.event.version) })), \(.texts(events.map(\.event.type.name))),
                \(.integers(events.map { Int64($0.event.type.schema) })), \(.integers(events.map(\.event.transaction))),
                \(.integers(events.map(\.event.account.rawValue))), \(.texts(utf8: events.map(\.event.payload))),
                \(.arrayOfBytes(events.map(\.event.salt))), \(.arrayOfBytes(events.map(\.event.digest.bytes))),
                \(.arrayOfBytes(events.map(\.leaf.bytes)))) AS coming
            WHERE head.ledger = \(id)
            """
    }

    /// One row costs the server less than arrays of one, and most transactions have one event.
    private func insertion(of event: StoredEvent, _ leaf: SHA256Digest) -> PostgresStatement {
        """
        INSERT INTO mailledger.event VALUES (\(id), \(.position(event.position)), \(.stream(event.stream)),
            \(.integer(Int64(event.version))), \(.text(event.type.name)), \(.integer(Int64(event.type.schema))),
            \(.integer(event.transaction)), \(.stream(event.account)), \(.text(utf8: event.payload)),
            \(.bytes(event.salt)), \(.digest(event.digest)), \(.digest(leaf)))
        """
    }

    // MARK: Copying

    package func insert(_ transaction: StoredTransaction) throws {
        begin(transaction)
    }

    package func insert(_ event: StoredEvent) throws {
        guard let transaction = unit?.open else { preconditionFailure("an event follows its transaction") }
        var hasher = SHA256Hasher()
        add(event, Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher))
        if let count = unit?.events.count, count >= Self.eventsInStatement { try log.mapping { try sendRows() } }
    }

    package func appendLeaves(_ leaves: [SHA256Digest], toTreeOf size: Int64) throws {
        try growTree(by: leaves, from: size)
    }

    package func isRestored() throws -> Bool {
        try first("SELECT restored FROM mailledger.head WHERE ledger = \(id)") { try $0.next(Bool.self) } ?? false
    }

    package func setRestored(_ isRestored: Bool) throws {
        _ = try write("UPDATE mailledger.head SET restored = \(.bool(isRestored)) WHERE ledger = \(id)")
    }

    // MARK: Keys

    package func firstVerifier() throws -> NoteVerifier? {
        let text = try first("SELECT verifier FROM mailledger.ledger WHERE ledger = \(id)") {
            try $0.next(String?.self)
        }
        return try (text ?? nil).map(makeVerifier)
    }

    package func setFirstVerifier(_ verifier: NoteVerifier) throws {
        _ = try write(
            """
            UPDATE mailledger.ledger SET verifier = \(.text(verifier.description))
            WHERE ledger = \(id) AND verifier IS NULL
            """)
    }

    package func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] {
        let found = try rows(
            """
            SELECT position, payload FROM mailledger.event
            WHERE ledger = \(id) AND type = 'ledger.key-rotated' AND payload IS NOT NULL ORDER BY position
            """
        ) { try (Position($0.next()), $0.next([UInt8].self)) }
        return try decoding { try found.map { ($0, try KeyRotated(payload: $1, at: $0)) } }
    }

    package func keep(_ checkpoint: SignedCheckpoint) throws {
        // The same size has the same root, and a key signs it in one way only.
        _ = try write(
            """
            INSERT INTO mailledger.checkpoint VALUES (\(id), \(.integer(checkpoint.checkpoint.size)),
                \(.text(checkpoint.note.description))) ON CONFLICT DO NOTHING
            """)
    }

    package func keptCheckpoints() throws -> [(size: Int64, note: String)] {
        try rows("SELECT size, note FROM mailledger.checkpoint WHERE ledger = \(id) ORDER BY size") {
            try ($0.next(), $0.next())
        }
    }
}

extension ProposedTransaction {
    /// The streams that stand already and that an event adds to.
    fileprivate var existingStreams: [StreamID] {
        var streams: Set<StreamID> = []
        for event in events {
            switch event.target {
            case .any(.existing(let stream)), .exact(.existing(let stream), _): streams.insert(stream)
            default: break
            }
        }
        return Array(streams)
    }
}
