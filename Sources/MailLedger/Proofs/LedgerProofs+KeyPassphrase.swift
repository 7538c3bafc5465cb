internal import EventLog
public import Signing

extension LedgerProofs {
    /// Whether the private half of the key is under a passphrase.
    public func isKeyLocked() throws -> Bool {
        try ledger.keys.isLocked()
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
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.requireWritable()
        let verifier = try makeKeyIfNeeded()
        // Asked before the lock is taken: people are slow.
        _ = try ledger.keys.signer(for: verifier)
        let passphrase = try choose(ledger.keys.path ?? "memory")
        return try ledger.store.withWriterLock {
            // Under the lock no rotation puts another key into the file's place.
            guard try ledger.store.verifier() == verifier else {
                throw EventLogError.conflict(expected: "the key \(verifier)", actual: "another one")
            }
            let signer = try ledger.keys.signer(for: verifier)
            guard try passphrase != nil || ledger.keys.isLocked() else { return false }
            try ledger.keys.rewrite(signer, under: passphrase)
            return true
        }
    }
}
