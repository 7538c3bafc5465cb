public import Cryptography
internal import EventLog
internal import LedgerKernel

extension LedgerProofs {
    /// Whether the private half of the key is under a passphrase.
    public func isKeyLocked() throws -> Bool {
        try ledger.stores.keys.isLocked()
    }

    /// Gives the signing key a passphrase or another one, or removes it.
    ///
    /// The key stays the same, so nothing is recorded. Some disks do not overwrite the earlier contents of the file: if
    /// a key was unprotected, ``rotateKey(isLost:under:context:)`` makes one that never was.
    ///
    /// - Parameter choose: Called with the path of the key once it is unlocked; nil for no passphrase.
    /// - Returns: Whether the file was written; it is not, if there is no passphrase to remove.
    /// - Throws: ``SigningKeyError`` if the key is missing or stays locked.
    @discardableResult
    public func setKeyPassphrase(_ choose: (_ path: String) throws -> Passphrase?) throws -> Bool {
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.writing.requireWritable()
        let verifier = try makeKeyIfNeeded()
        // Asked before the lock is taken: people are slow.
        _ = try ledger.stores.keys.signer(for: verifier)
        let passphrase = try choose(ledger.stores.keys.path ?? "memory")
        return try ledger.store.withWriterLock {
            // Under the lock no rotation puts another key into the file's place.
            guard try ledger.store.verifier() == verifier else {
                throw EventLogError.conflict(expected: "the key \(verifier)", actual: "another one")
            }
            let signer = try ledger.stores.keys.signer(for: verifier)
            guard try passphrase != nil || ledger.stores.keys.isLocked() else { return false }
            try ledger.stores.keys.rewrite(signer, under: passphrase)
            return true
        }
    }
}
