package import Cryptography
internal import JSONCoding

/// The stored form of an appended transaction: its row, then each event with its leaf.
///
/// All engines store the same bytes, because only this code makes them.
package struct TransactionEncoder {
    package let transaction: StoredTransaction
    private let events: [ProposedEvent]
    private let encoding: EncodingOnCores

    /// - Parameter head: Where the log ends.
    package init(
        _ proposed: ProposedTransaction, after head: LogHead, ledger: LedgerID, environment: LogEnvironment
    ) throws {
        precondition(!proposed.events.isEmpty, "a transaction holds at least one event")
        let salts = environment.randomBytes(saltSize * (proposed.events.count + 1))
        let salt = Array(salts.prefix(saltSize))
        let (context, key) = (proposed.context, proposed.keyDigest)
        let header = TransactionHeader(
            number: head.transaction + 1, operation: context.operation, command: context.command, actor: context.actor,
            osUser: context.osUser, host: context.host, program: context.program, reason: context.reason,
            cause: context.cause, time: environment.now(), firstPosition: head.position.advanced(by: 1),
            idempotency: key?.hex)
        let bytes = try JSONBytesEncoder().encode(header)
        var hasher = SHA256Hasher()
        transaction = StoredTransaction(
            number: header.number, firstPosition: header.firstPosition, eventCount: proposed.events.count,
            operation: header.operation, recordedAt: header.time, header: bytes, salt: salt,
            digest: saltedDigest(of: bytes, salt: salt, with: &hasher), idempotency: key)
        events = proposed.events
        encoding = EncodingOnCores(transaction: transaction, ledger: ledger, salts: salts)
    }

    /// Lends each event as it is stored, with its leaf hash.
    ///
    /// - Parameter storedVersion: Returns how many events a stream has, 0 for none.
    /// - Throws: ``EventLogError/conflict(expected:actual:)`` if a stream is not as an event expects it.
    package func forEach(
        storedVersion: @escaping (StreamID) throws -> Int, _ body: (StoredEvent, SHA256Digest) throws -> Void
    ) throws {
        var placement = StreamPlacement(first: transaction.firstPosition, storedVersion: storedVersion)
        try encoding.forEach(events, place: { try placement.place($0, offset: $1) }, body)
    }
}

extension ProposedTransaction {
    /// The digest of the idempotency key that the log stores.
    package var keyDigest: SHA256Digest? { idempotencyKey.map { SHA256Hasher.digest(of: Array($0.utf8)) } }
}

extension Receipt {
    /// Makes the receipt of a stored transaction.
    package init(of transaction: StoredTransaction, isRepeat: Bool) {
        self.init(
            transaction: transaction.number, operation: transaction.operation, firstPosition: transaction.firstPosition,
            eventCount: transaction.eventCount, isRepeat: isRepeat)
    }
}
