package import Content
package import DiskFiles
package import EventLog
package import MailLedger

/// The place of a ledger on a PostgreSQL server: its log and contents there, and what a node makes of them in a folder
/// of its own.
package struct PostgresPlace: LedgerPlace {
    package let log: any LogPlace
    package let contents: ContentPlace
    package let cursors: any CursorStore
    package let locks: any LedgerLocks
    package let name: String
    private let node: NodeFolder
    private let server: PostgresLog
    private let heads: ServerHeads

    /// Makes a new ledger on the server.
    ///
    /// - Throws: ``EventLogError/alreadyExists(path:)``, and what ``init(at:variables:on:)`` throws.
    package static func create(
        at url: LedgerURL, origin: String, environment: LogEnvironment
    ) throws {
        try PostgresLog(url.address).create(origin: origin, environment: environment)
    }

    /// Finds a ledger on the server, and makes this node's folder for it.
    ///
    /// - Parameter variables: The environment that says where the folder lies.
    /// - Throws: ``EventLogError/notALedger(path:)``, ``EventLogError/unreachable(place:reason:)``, ``FleetError``,
    ///   ``LedgerError``.
    package init(
        at url: LedgerURL, variables: [String: String], on files: any Files = KernelFiles.shared
    ) throws {
        var server = PostgresLog(url.address)
        let identity = try server.find()
        let node = try NodeFolder(of: identity.id, environment: variables, on: files)
        try node.make()
        let directory = node.location.directory
        server.register = { try ViewsFile(at: directory + "/live.sqlite", on: files) }
        self.node = node
        self.server = server
        log = server
        contents = .server(server, disk: files, scratchFolder: directory)
        // Cursors, locks, and questions about the heads of all ledgers, take turns on one connection.
        heads = .shared(by: url.address)
        cursors = PostgresCursors(of: server, on: heads.connection)
        locks = PostgresLocks(of: server, on: heads.connection)
        name = url.description
    }

    package var readModels: ReadModelFolder? { ReadModelFolder(in: node.location) }
    package var disk: any Files { node.location.files }
    package var folder: LedgerLocation? { node.location }

    package func forgetErased(in ledger: Ledger) throws {
        try NodeErasures(of: server, on: node.location).catchUp(ledger)
    }

    package var keepsContentWithLog: Bool { true }

    package func watch(over ledger: LedgerID) -> (any HeadWatch)? { heads.watch(of: ledger) }

    package func contents(beside log: any LogStore, _ access: ContentAccess) -> ContentStore {
        guard let store = log as? PostgresLogStore else { return ContentStore(at: contents, access: access) }
        let (disk, scratch) = (disk, node.location.directory)
        return ContentStore(at: contents, access: access) { _ in
            PostgresContentBackend(beside: store) { try ContentFile.scratch(in: scratch, on: disk) }
        }
    }
}
