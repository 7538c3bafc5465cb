package import CivilTime
package import Cryptography

extension LogStore {
    /// Copies the other data in another copy's file: the first key, and the checkpoints that were kept.
    package func takeSignatures(of source: any LogReading, through end: Position) throws {
        try takeSignatures(
            verifier: source.firstVerifier(),
            checkpoints: source.keptCheckpoints().filter { $0.size <= end.rawValue }.map(\.note))
    }

    /// Takes over the first key and checkpoints as they are stored.
    ///
    /// - Throws: ``LogFault`` for a checkpoint that this log does not have, or that none of its keys signed. Also for
    ///   another first key than the one that it has, and for keys that do not follow each other.
    package func takeSignatures(verifier: NoteVerifier?, checkpoints: [String]) throws {
        try withWriterLock {
            if let verifier {
                guard try firstVerifier() ?? verifier == verifier else {
                    throw LogFault(position: .start, reason: "its first key is another one")
                }
                try setFirstVerifier(verifier)
            }
            let keys = try CheckpointCheck(store: self).keys()
            let end = try head().position
            for note in checkpoints {
                guard let signed = SignedCheckpoint(note), signed.checkpoint.size <= end.rawValue,
                    try signed.checkpoint == checkpoint(at: Position(signed.checkpoint.size))
                else { throw LogFault(position: .start, reason: "a checkpoint is of another log") }
                guard keys.contains(where: signed.isSigned) else {
                    throw CheckpointCheck.unsigned(signed.checkpoint.size)
                }
                try keep(signed)
            }
        }
    }
}

extension LedgerIdentity {
    /// The same ledger, as this program keeps it: of the newest format.
    package var upToDate: LedgerIdentity {
        LedgerIdentity(id: id, origin: origin, format: LedgerIdentity.newestFormat, createdAt: createdAt)
    }

    /// The identity of a ledger according to another copy of its log.
    package init(copying id: LedgerID, origin: String, format: Int, createdAt: Timestamp) {
        self.init(id: id, origin: origin, format: format, createdAt: createdAt)
    }
}
