internal import Hashing

/// The text that a leaf of the Merkle tree is the hash of: who, when, why and what, one field a line.
///
/// Every line ends with a line feed, the last one too, so that an outsider computes the same with
/// `printf '…' | openssl dgst -sha256`:
///
///     mailledger/1
///     <ledger id>
///     <position>
///     <stream of the account, or 0>
///     <stream>
///     <version in the stream>
///     <type>/<schema>
///     <recorded time, µs since 1970 UTC>
///     <transaction number>
///     <hex SHA-256(salt of the transaction ‖ header)>
///     <hex SHA-256(salt ‖ payload)>
///
/// A payload or a header can be erased, and what is not disclosed cannot be guessed, while every proof stays valid.
enum Entry {
    static func bytes(of event: StoredEvent, in transaction: StoredTransaction, ledger: LedgerID) -> [UInt8] {
        Array(
            """
            mailledger/1
            \(ledger)
            \(event.position)
            \(event.account)
            \(event.stream)
            \(event.version)
            \(event.type)
            \(transaction.recordedAt.microseconds)
            \(event.transaction)
            \(transaction.digest)
            \(event.digest)

            """.utf8)
    }

    /// Hashes the entry as RFC 6962 section 2.1 hashes a leaf: a zero byte, then the entry.
    static func leaf(
        of event: StoredEvent, in transaction: StoredTransaction, ledger: LedgerID, with hasher: inout SHA256Hasher
    ) -> SHA256Digest {
        hasher.update([0])
        hasher.update(bytes(of: event, in: transaction, ledger: ledger))
        return hasher.finalize()
    }
}

/// The digest of a payload or a header under its salt.
func saltedDigest(of bytes: [UInt8], salt: [UInt8], with hasher: inout SHA256Hasher) -> SHA256Digest {
    hasher.update(salt)
    hasher.update(bytes)
    return hasher.finalize()
}
