public import Cryptography
public import EventLog
internal import LedgerKernel

extension LedgerProofs {
    /// Returns the key that verifies this ledger's checkpoints; nil if it has not signed any yet.
    public func verifier() throws -> NoteVerifier? {
        try ledger.store.verifier()
    }

    /// Whether the key that signs is here, locked or not; also of a ledger that has not signed yet.
    ///
    /// - Throws: ``SigningKeyError`` for a file that holds another key or none.
    package func hasSigningKey() throws -> Bool {
        guard let verifier = try verifier() else { return true }
        do {
            try ledger.stores.keys.check(for: verifier)
            return true
        } catch SigningKeyError.missing {
            return false
        }
    }

    /// Signs the present end of the log. A ledger without a key gets one first.
    ///
    /// - Parameter isKept: Whether the log's file keeps the checkpoint for later comparison; it does so if it is
    ///   writable.
    /// - Throws: ``SigningKeyError`` if the key is missing.
    /// - Complexity: O(log *n*) in the number of events.
    public func signCheckpoint(isKept: Bool = true) throws -> SignedCheckpoint {
        let signer = try signer()
        let checkpoint = SignedCheckpoint(try ledger.store.checkpoint(at: ledger.store.head().position), by: signer)
        if isKept, ledger.canWrite, ledger.writing.unit == nil { try ledger.store.keep(checkpoint) }
        return checkpoint
    }

    /// Returns the private half of the current signing key. A ledger without a key gets one first.
    ///
    /// - Throws: ``SigningKeyError`` if it is missing.
    func signer() throws -> NoteSigner {
        while true {
            let verifier = try makeKeyIfNeeded()
            do {
                return try ledger.stores.keys.signer(for: verifier)
            } catch let error as SigningKeyError {
                // Another process may have replaced it meanwhile.
                guard try ledger.store.verifier() != verifier else { throw error }
            }
        }
    }

    /// Replaces the signing key by a new one, which the old one endorses, and records that as an event.
    ///
    /// - Parameters:
    ///   - isLost: Whether the old key is no longer usable: nobody who trusts it can follow to the new one then.
    ///   - passphrase: The passphrase for the new key; nil for that of the old one, if it has one.
    /// - Throws: ``SigningKeyError`` if the old key is missing and not declared lost.
    @discardableResult
    public func rotateKey(
        isLost: Bool = false, under passphrase: Passphrase? = nil, context: OperationContext
    ) throws -> NoteVerifier {
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.writing.requireWritable()
        let oldSigner = isLost ? nil : try signer()
        let old = try oldSigner?.verifier ?? makeKeyIfNeeded()
        let new = try makeSigner()
        let rotation = KeyRotated(
            verifier: Change(old: old.description, new: new.verifier.description),
            endorsement: oldSigner.map { KeyEndorsement.sign(new.verifier, by: $0).description })
        let passphrase = try passphrase ?? ledger.stores.keys.passphraseForNext(isLost: isLost)
        do {
            _ = try ledger.writing.change(context) { _ in
                guard try ledger.store.verifier() == old else {
                    throw EventLogError.conflict(expected: "the key \(old)", actual: "another one")
                }
                // Under the lock: a concurrent rotation keeps its own key, and a key staged by an earlier one gets its
                // name first.
                try ledger.stores.keys.adopt(old)
                try ledger.stores.keys.stage(new, under: passphrase)
                return [ProposedEvent(rotation, target: .noStream, account: .none)]
            }
        } catch {
            tidyKeys()
            throw error
        }
        tidyKeys()
        return new.verifier
    }

    /// Removes the files of a rotation that was killed or failed. If something prevents that now, the next signature
    /// does it.
    func tidyKeys() {
        guard ledger.writing.unit == nil, ledger.canWrite, ledger.stores.keys.hasLeftovers() else { return }
        try? ledger.store.withWriterLock {
            if let verifier = try ledger.store.verifier() { try ledger.stores.keys.tidy(for: verifier) }
        }
    }

    func makeSigner() throws -> NoteSigner {
        let seed = ledger.environment.log.randomBytes(NoteSigner.seedByteCount)
        guard let signer = NoteSigner(name: ledger.store.identity.origin, seed: seed) else {
            throw EventLogError.corrupt("its origin cannot name a key")
        }
        return signer
    }

    /// Returns the keys that have signed for this ledger, the first one first.
    public func verifiers() throws -> [LedgerKey] {
        guard let first = try ledger.store.firstVerifier() else { return [] }
        var keys = [LedgerKey(verifier: first, position: .start, isEndorsed: false)]
        for (position, rotation) in try ledger.store.keyRotations() {
            guard let before = keys.last?.verifier, let verifier = NoteVerifier(rotation.verifier.new) else {
                throw EventLogError.corrupt("event \(position) names no key")
            }
            let note = rotation.endorsement.flatMap { SignedNote($0) }
            let isEndorsed = note.map { KeyEndorsement.successor(of: before, in: $0) == verifier } ?? false
            keys.append(LedgerKey(verifier: verifier, position: position, isEndorsed: isEndorsed))
        }
        return keys
    }
}

/// A key that signed for a ledger, and the event from which on it did.
public struct LedgerKey: Hashable, Sendable {
    public let verifier: NoteVerifier
    /// The event that made it the signing key; ``Position/start`` for the first one.
    public let position: Position
    /// Whether the previous key signed that this one follows.
    public let isEndorsed: Bool
}
