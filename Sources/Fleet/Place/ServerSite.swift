package import Content
package import DiskFiles
package import EventLog
package import MailLedger

/// Where a ledger is on a server, or where one can be made as a copy of another.
package struct ServerSite: LedgerSite {
    private let url: LedgerURL
    private let variables: [String: String]
    package let disk: any Files

    /// - Parameter variables: The environment that says where this machine's files of the ledger lie.
    package init(_ url: LedgerURL, variables: [String: String], on disk: any Files) {
        self.url = url
        self.variables = variables
        self.disk = disk
    }

    package var name: String { url.description }

    package func openLedger(environment: LedgerEnvironment) throws -> Ledger? {
        let place: PostgresPlace
        do {
            place = try PostgresPlace(at: url, variables: variables, on: disk)
        } catch EventLogError.notALedger {
            return nil
        }
        return try place.open(.readWrite, environment: environment)
    }

    package func makeLedger(
        as identity: LedgerIdentity, environment: LedgerEnvironment,
        _ fill: (any LogStore, ContentStore, _ takeIn: () throws -> Void) throws -> Void
    ) throws {
        let server = PostgresLog(url.address)
        try server.make(identity.upToDate, environment.log) { store in
            // Each node builds read models of its own, which are none of this server's.
            try fill(store, store.contentsBeside(on: disk)) {
                let trial = PastViews(
                    of: store, viewsDirectory: nil, on: disk, projections: Contexts.builtIn.projections,
                    catalogue: Contexts.builtIn.catalogue, canWrite: false)
                _ = try trial.open(at: store.head().position, isPrivate: true)
            }
        }
    }
}

extension PostgresLogStore {
    /// The contents in the transactions of this log.
    ///
    /// - Parameter scratch: The folder where large contents are unpacked; nil for that of the system.
    func contentsBeside(
        on disk: any Files, scratch: String? = nil, _ access: ContentAccess = .readWrite
    ) -> ContentStore {
        ContentStore(at: .server(log, disk: disk, scratchFolder: scratch), access: access) { _ in
            PostgresContentBackend(beside: self) { try ContentFile.scratch(in: scratch, on: disk) }
        }
    }
}
