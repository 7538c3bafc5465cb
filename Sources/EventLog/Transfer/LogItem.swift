package import Cryptography

/// An item of a log on its way from one copy to another: each transaction, then its events.
package enum LogItem: Sendable {
    case transaction(StoredTransaction)
    /// An event with its leaf in the Merkle tree, which commits to the event and its transaction.
    case event(StoredEvent, leaf: SHA256Digest)
}
