package import Hashing

/// What a log consists of, as it goes from one copy of it to another: each transaction, then its events.
package enum LogItem: Sendable {
    case transaction(StoredTransaction)
    /// An event with its leaf in the Merkle tree, which binds all that is said of it and of its transaction.
    case event(StoredEvent, leaf: SHA256Digest)
}
