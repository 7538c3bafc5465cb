public import EventLog
public import Signing

extension LedgerProofs {
    /// Returns the key with which this ledger's checkpoints are verified; nil where it has not signed any yet.
    public func verifier() throws -> NoteVerifier? {
        try ledger.store.verifier()
    }

    /// Signs where the log ends now. A ledger without a key gets one first.
    ///
    /// - Parameter isKept: Whether the log's file keeps what was signed, to be held against; it does where it can be written.
    /// - Throws: ``SigningKeyError`` where the key is not here.
    /// - Complexity: O(log *n*) in the number of events.
    public func signCheckpoint(isKept: Bool = true) throws -> SignedCheckpoint {
        let signer = try signer()
        let checkpoint = SignedCheckpoint(try ledger.store.checkpoint(at: ledger.store.head().position), by: signer)
        if isKept, ledger.canWrite, ledger.unit == nil { try ledger.store.keep(checkpoint) }
        return checkpoint
    }

    /// Returns the private half of the key that signs now. A ledger without a key gets one first.
    ///
    /// - Throws: ``SigningKeyError`` where it is not here.
    func signer() throws -> NoteSigner {
        while true {
            let verifier = try makeKeyIfNeeded()
            do {
                return try ledger.keys.signer(for: verifier)
            } catch let error as SigningKeyError {
                // Another process may have put the next one into its place meanwhile.
                guard try ledger.store.verifier() != verifier else { throw error }
            }
        }
    }

    /// Puts a new key into the place of the one that signs, which endorses it, and records that as an event.
    ///
    /// - Parameters:
    ///   - isLost: Whether the old key cannot be used any more: nobody who trusts it can follow to the new one then.
    ///   - passphrase: What the new key is to be under; nil for the passphrase of the old one, where it is under one.
    /// - Throws: ``SigningKeyError`` where the old key is not here and is not said to be lost.
    @discardableResult
    public func rotateKey(
        isLost: Bool = false, under passphrase: Passphrase? = nil, context: OperationContext
    ) throws -> NoteVerifier {
        guard ledger.unit == nil else { throw LedgerError.insideUnitOfWork }
        try ledger.requireWritable()
        let oldSigner = isLost ? nil : try signer()
        let old = try oldSigner?.verifier ?? makeKeyIfNeeded()
        let new = try makeSigner()
        let rotation = KeyRotated(
            verifier: Change(old: old.description, new: new.verifier.description),
            endorsement: oldSigner.map { KeyEndorsement.sign(new.verifier, by: $0).description })
        let passphrase = try passphrase ?? ledger.keys.passphraseForNext(isLost: isLost)
        do {
            _ = try ledger.change(context) { _ in
                guard try ledger.store.verifier() == old else {
                    throw EventLogError.conflict(expected: "the key \(old)", actual: "another one")
                }
                // Under the lock: another rotation that goes on now keeps its own, and what one before it staged has its name first.
                try ledger.keys.adopt(old)
                try ledger.keys.stage(new, under: passphrase)
                return [ProposedEvent(rotation, target: .noStream, account: .none)]
            }
        } catch {
            tidyKeys()
            throw error
        }
        tidyKeys()
        return new.verifier
    }

    /// Takes away what a rotation left that was killed or failed. What cannot be taken away now, the next signature does.
    func tidyKeys() {
        guard ledger.unit == nil, ledger.canWrite, ledger.keys.hasLeftovers() else { return }
        try? ledger.store.withWriterLock {
            if let verifier = try ledger.store.verifier() { try ledger.keys.tidy(for: verifier) }
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

/// A key that signed for a ledger, and since when.
public struct LedgerKey: Hashable, Sendable {
    public let verifier: NoteVerifier
    /// The event that made it the one that signs; ``Position/start`` for the first one.
    public let position: Position
    /// Whether the key before signed that it follows.
    public let isEndorsed: Bool
}
