package import CivilTime
package import Cryptography

/// What is asked for is of accounts, or of the ledger as a whole, that the caller may not reach.
package struct BeyondReach: Error, Hashable {
    package init() {}
}

/// A log as somebody sees it who may see the events of some accounts alone: of all others there is nothing but their leaves.
///
/// Who did it and why is blank where a transaction has events of other accounts, too. What counts the whole log is refused.
package final class ConfinedLog: LogReading {
    private let log: any LogReading
    private let accounts: Set<StreamID>

    package init(_ log: any LogReading, to accounts: Set<StreamID>) {
        self.log = log
        self.accounts = accounts
    }

    /// Whether all events of a transaction are of these accounts.
    package static func holds(
        _ transaction: StoredTransaction, of accounts: Set<StreamID>, _ log: any LogReading
    ) throws -> Bool {
        var isOwn = true
        try log.forEach(EventSelection(of: transaction)) { event in
            isOwn = accounts.contains(event.account)
            return isOwn
        }
        return isOwn
    }

    private func sees(_ event: StoredEvent) -> Bool { accounts.contains(event.account) }

    /// With a blank header where it has events of others; nil where it has no others.
    private func seen(_ transaction: StoredTransaction?) throws -> StoredTransaction? {
        guard let transaction else { return nil }
        var hasOwn = false
        var hasOthers = false
        try log.forEach(EventSelection(of: transaction)) { event in
            if sees(event) { hasOwn = true } else { hasOthers = true }
            return !(hasOwn && hasOthers)
        }
        guard hasOwn else { return nil }
        return hasOthers ? transaction.withoutHeader : transaction
    }

    package var identity: LedgerIdentity { log.identity }
    package var reopenings: Int { log.reopenings }
    package func makeReader() -> (@Sendable () throws -> any LogReading)? { nil }
    package func withSnapshot<Output>(_ body: () throws -> Output) throws -> Output { try log.withSnapshot(body) }
    package func withConnection<Output>(_ body: () throws -> Output) throws -> Output { try log.withConnection(body) }
    package func head() throws -> LogHead { try log.head() }

    // MARK: Events

    package func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws {
        try log.forEach(selection) { event in try !sees(event) || body(event) }
    }

    package func positions(of stream: StreamID, through end: Position) throws -> [Position] {
        try events(EventSelection(through: end, stream: stream)).map(\.position)
    }

    package func version(of stream: StreamID) throws -> Int {
        try events(EventSelection(stream: stream)).count
    }

    package func place(of position: Position) throws -> EventPlace? {
        try log.place(of: position).flatMap { accounts.contains($0.account) ? $0 : nil }
    }

    package func places(
        in stream: StreamID, through end: Position, typeEndingIn suffix: String
    ) throws -> [EventPlace] {
        try log.places(in: stream, through: end, typeEndingIn: suffix).filter { accounts.contains($0.account) }
    }

    package func typeNames(afterTransaction number: Int64, but operation: OperationID?) throws -> Set<String> {
        // It saves looks at events, and goes into no answer.
        try log.typeNames(afterTransaction: number, but: operation)
    }

    package func tally(
        from first: Position, through last: Position, places: [String: String]
    ) throws -> [EventTally] { throw BeyondReach() }

    package func rates(through end: Position) throws -> LogRates { throw BeyondReach() }
    package func planOfReading(_ stream: StreamID) throws -> [String] { [] }

    // MARK: Transactions

    package func transaction(_ number: Int64) throws -> StoredTransaction? { try seen(log.transaction(number)) }

    package func transaction(holding position: Position) throws -> StoredTransaction? {
        try seen(log.transaction(holding: position))
    }

    package func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try log.forEachTransaction(from: number, isBackward: isBackward) { try seen($0).map(body) ?? true }
    }

    // Whether a transaction is found tells only what is seen of it: one with a blank header has no actor. Those that are handed in
    // came from here.
    package func forEachTransaction(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws { try walkTransactions(selection, through: number, body) }

    package func forEachEvent(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws { try walkEvents(selection, through: end, isBackward: isBackward, body) }

    package func selects(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        try reads(transaction, asSelectedBy: selection)
    }

    package func has(_ transaction: StoredTransaction, _ selection: TransactionSelection) throws -> Bool {
        selection.takesHeader(of: transaction)
    }

    package func transactions(of operation: OperationID) throws -> [StoredTransaction] {
        guard try isOwn(operation) else { throw BeyondReach() }
        return try log.transactions(of: operation)
    }

    package func beginsOperation(_ transaction: StoredTransaction) throws -> Bool { throw BeyondReach() }

    package func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID] {
        let found = try log.operations(withPrefix: prefix, limit: .max)
        return Array(try found.filter(isOwn).prefix(limit))
    }

    private func isOwn(_ operation: OperationID) throws -> Bool {
        try log.transactions(of: operation).allSatisfy { try Self.holds($0, of: accounts, log) }
    }

    package func lastTransaction(recordedBy time: Timestamp) throws -> RecordedBy? { throw BeyondReach() }
    package func receipt(forIdempotencyKey key: String) throws -> Receipt? { throw BeyondReach() }

    // MARK: The tree and its keys, which tell nothing of what an event says

    package func hashes(of tile: TileID) throws -> [UInt8]? { try log.hashes(of: tile) }
    package func recordedLeaf(at position: Position) throws -> SHA256Digest? { try log.recordedLeaf(at: position) }
    package func firstVerifier() throws -> NoteVerifier? { try log.firstVerifier() }
    package func keyRotations() throws -> [(position: Position, rotation: KeyRotated)] { try log.keyRotations() }
    package func keptCheckpoints() throws -> [(size: Int64, note: String)] { try log.keptCheckpoints() }
    package func erasureCount() throws -> Int64 { try log.erasureCount() }
    package func forEachErasure(_ body: (ErasedPlace) throws -> Void) throws { try log.forEachErasure(body) }
    package func noteDamage(_ finding: String) { log.noteDamage(finding) }
}

extension StoredTransaction {
    /// The same without who and why, as after an erasure.
    package var withoutHeader: StoredTransaction {
        StoredTransaction(
            number: number, firstPosition: firstPosition, eventCount: eventCount, operation: operation,
            recordedAt: recordedAt, header: nil, salt: nil, digest: digest, idempotency: nil)
    }
}
