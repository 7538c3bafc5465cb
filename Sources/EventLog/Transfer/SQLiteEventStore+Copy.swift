internal import SQLite

extension SQLiteEventStore {
    /// Makes a log that is to be a copy of another one: with its identity, and with what the closure takes over.
    ///
    /// The file has its name when the closure returns; where it throws, nothing is there.
    package static func makeCopy(
        of identity: LedgerIdentity, at path: String, environment: LogEnvironment = .system,
        _ fill: (SQLiteEventStore) throws -> Void
    ) throws {
        try makeFile(at: path) { connection in
            try initialize(connection, as: identity)
            try fill(SQLiteEventStore(connection: connection, path: path, environment: environment))
        }
    }

    /// Opens a log to copy from or to, whatever program wrote it: nothing decodes its events.
    ///
    /// - Throws: ``EventLogError/newerFormat(_:)`` for one whose tables may be others.
    package static func openCopy(at path: String, access: Access) throws -> SQLiteEventStore {
        let store = try openAny(at: path, access: access, usesWAL: false)
        guard store.identity.format <= LogSchema.format else { throw EventLogError.newerFormat(store.identity.format) }
        return store
    }
}

extension LedgerIdentity {
    /// The same ledger, as a program with these shapes keeps it: of the newest format, and to be read by that program.
    package func readable(by catalogue: EventCatalogue) -> LedgerIdentity {
        LedgerIdentity(
            id: id, origin: origin, format: LogSchema.format, catalogueFingerprint: catalogue.fingerprint,
            createdAt: createdAt)
    }

    /// What another copy of a log says of its ledger.
    package init(
        copying id: LedgerID, origin: String, format: Int, catalogueFingerprint: String, createdAt: Timestamp
    ) {
        self.init(
            id: id, origin: origin, format: format, catalogueFingerprint: catalogueFingerprint, createdAt: createdAt)
    }
}
