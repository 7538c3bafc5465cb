internal import CivilTime
package import Cryptography

/// The text that a leaf of the Merkle tree is the hash of: who, when, why and what, one field a line.
///
/// Every line ends with a line feed, including the last, so that an outsider computes the same hash with
/// `printf '…' | openssl dgst -sha256`.
///
/// ```
/// mailledger/1
/// <ledger id>
/// <position>
/// <stream of the account, or 0>
/// <stream>
/// <version in the stream>
/// <type>/<schema>
/// <recorded time, µs since 1970 UTC>
/// <transaction number>
/// <hex SHA-256(salt of the transaction ‖ header)>
/// <hex SHA-256(salt ‖ payload)>
/// ```
///
/// Erasing a payload or a header leaves every proof valid, and the salts keep undisclosed bytes from being guessed.
package enum Entry {
    /// The first line of every entry.
    static let title = "mailledger/1"

    static func bytes(of event: StoredEvent, in transaction: StoredTransaction, ledger: LedgerID) -> [UInt8] {
        bytes(of: event, at: transaction.recordedAt, header: transaction.digest, ledger: ledger)
    }

    /// Makes the entry from the time and the header's digest of a transaction that is not stored.
    static func bytes(
        of event: StoredEvent, at recordedAt: Timestamp, header: SHA256Digest, ledger: LedgerID
    ) -> [UInt8] {
        // Line by line into one array: an interpolated string took an eighth of the time of an append.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(384)
        func append(line: String) {
            bytes.append(contentsOf: line.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        append(line: title)
        append(line: ledger.description)
        append(line: event.position.description)
        append(line: event.account.description)
        append(line: event.stream.description)
        append(line: String(event.version))
        append(line: event.type.description)
        append(line: String(recordedAt.microseconds))
        append(line: String(event.transaction))
        append(line: header.hex)
        append(line: event.digest.hex)
        return bytes
    }

    /// Hashes the entry as RFC 6962 section 2.1 hashes a leaf: a zero byte, then the entry.
    package static func leaf(
        of event: StoredEvent, in transaction: StoredTransaction, ledger: LedgerID, with hasher: inout SHA256Hasher
    ) -> SHA256Digest {
        hasher.update([0])
        hasher.update(bytes(of: event, in: transaction, ledger: ledger))
        return hasher.finalize()
    }
}

/// The number of random bytes in the salt of a payload or a header.
let saltSize = 16

/// Whether the digest is that of the bytes under their salt.
///
/// A salt of another length is refused: its end could be the beginning of the bytes, under the same digest.
func isDigest(
    _ digest: SHA256Digest, of bytes: [UInt8], salt: [UInt8], with hasher: inout SHA256Hasher
) -> Bool {
    salt.count == saltSize && saltedDigest(of: bytes, salt: salt, with: &hasher) == digest
}

/// The digest of a payload or a header under its salt.
func saltedDigest(of bytes: [UInt8], salt: [UInt8], with hasher: inout SHA256Hasher) -> SHA256Digest {
    hasher.update(salt)
    hasher.update(bytes)
    return hasher.finalize()
}
