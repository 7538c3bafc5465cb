internal import EventLog
public import Signing

extension Ledger {
    /// Whether the private half of the key is under a passphrase.
    public func isKeyLocked() throws -> Bool {
        try keys.isLocked()
    }

    /// Puts the signing key under a passphrase, under another one, or under none.
    ///
    /// The key stays the same, so that nothing is recorded. What lay in the file before is overwritten on no disk that wears: where a key
    /// lay open, ``rotateKey(isLost:under:context:)`` makes one that never did.
    ///
    /// - Parameter choose: Called with the path of the key once it is unlocked; nil for no passphrase.
    /// - Returns: Whether the file was written; it is not to take away a passphrase that is not there.
    /// - Throws: ``SigningKeyError`` where the key is not here or stays locked.
    @discardableResult
    public func setKeyPassphrase(_ choose: (_ path: String) throws -> Passphrase?) throws -> Bool {
        guard unit == nil else { throw LedgerError.insideUnitOfWork }
        try requireWritable()
        let verifier = try makeKeyIfNeeded()
        // Asked before the lock is taken: people are slow.
        _ = try keys.signer(for: verifier)
        let passphrase = try choose(keys.path ?? "memory")
        return try store.withWriterLock {
            // Under the lock no rotation puts another key into the file's place.
            guard try store.verifier() == verifier else {
                throw EventLogError.conflict(expected: "the key \(verifier)", actual: "another one")
            }
            let signer = try keys.signer(for: verifier)
            guard try passphrase != nil || keys.isLocked() else { return false }
            try keys.rewrite(signer, under: passphrase)
            return true
        }
    }
}
