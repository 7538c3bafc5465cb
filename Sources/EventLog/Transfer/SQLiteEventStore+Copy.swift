package import CivilTime
package import DiskFiles
internal import SQLite
package import Signing

extension SQLiteEventStore {
    /// Makes a log that is to be a copy of another one: with its identity, and with what the closure takes over.
    ///
    /// The file has its name when the closure returns; where it throws, nothing is there.
    package static func makeCopy(
        of identity: LedgerIdentity, at path: String, environment: LogEnvironment = .system, on files: any Files,
        _ fill: (SQLiteEventStore) throws -> Void
    ) throws {
        try makeFile(at: path, on: files) { connection in
            try initialize(connection, as: identity)
            try fill(SQLiteEventStore(connection: connection, path: path, environment: environment))
        }
    }

    /// Opens a log to copy from or to, also one of an older format: nothing decodes its events.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` for one whose tables may be others.
    package static func openCopy(
        at path: String, access: Access, on files: any Files = KernelFiles.shared
    ) throws -> SQLiteEventStore {
        try openAny(at: path, access: access, isCopy: true, on: files)
    }

    /// Takes over what the file of another copy has beside the log: the first key, and the checkpoints that were kept.
    package func takeSignatures(of source: SQLiteEventStore, through end: Position) throws {
        try takeSignatures(
            verifier: source.firstVerifier(),
            checkpoints: source.keptCheckpoints().filter { $0.size <= end.rawValue }.map(\.note))
    }

    /// Takes over the first key and checkpoints as they are stored.
    ///
    /// - Throws: ``LogFault`` for a checkpoint that this log does not have, or another key than the one that it has.
    package func takeSignatures(verifier: NoteVerifier?, checkpoints: [String]) throws {
        try withWriterLock {
            if let verifier {
                guard try firstVerifier() ?? verifier == verifier else {
                    throw LogFault(position: .start, reason: "its first key is another one")
                }
                try setFirstVerifier(verifier)
            }
            let end = try head().position
            for note in checkpoints {
                guard let signed = SignedCheckpoint(note), signed.checkpoint.size <= end.rawValue,
                    try signed.checkpoint == checkpoint(at: Position(signed.checkpoint.size))
                else { throw LogFault(position: .start, reason: "a checkpoint is of another log") }
                try keep(signed)
            }
        }
    }
}

extension LedgerIdentity {
    /// The same ledger, as this program keeps it: of the newest format.
    package var upToDate: LedgerIdentity {
        LedgerIdentity(id: id, origin: origin, format: LogSchema.format, createdAt: createdAt)
    }

    /// What another copy of a log says of its ledger.
    package init(copying id: LedgerID, origin: String, format: Int, createdAt: Timestamp) {
        self.init(id: id, origin: origin, format: format, createdAt: createdAt)
    }
}
