internal import CivilTime
package import Content
package import DiskFiles
package import EventLog
internal import LibPQ
package import MailLedger

/// The place of a ledger on a PostgreSQL server: its log and contents there, and what a node makes of them in a folder
/// of its own.
package struct PostgresPlace: LedgerPlace {
    package let log: any LogPlace
    package let contents: ContentPlace
    package let cursors: any CursorStore
    package let locks: any LedgerLocks
    package let name: String
    package let warnings: [String]
    package let isForReaders: Bool
    private let node: NodeFolder
    private let server: PostgresLog
    private let heads: ServerHeads
    private let erasures: NodeErasures
    /// Keeps this node's folder from being removed.
    private let use: FileLock?

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
    /// - Parameters:
    ///   - variables: The environment that says where the folder lies.
    ///   - limit: The most bytes of the folders of all ledgers; nil for no limit.
    /// - Throws: ``EventLogError/notALedger(path:)``, ``EventLogError/unreachable(place:reason:)``, ``FleetError``,
    ///   ``LedgerError``.
    package init(
        at url: LedgerURL, variables: [String: String], cachesWithin limit: Int64? = nil,
        on files: any Files = KernelFiles.shared
    ) throws {
        var server = PostgresLog(url.address)
        let found = try server.find()
        let identity = found.identity
        warnings =
            found.warnings.map(\.description)
            + [found.sealed.map { "the ledger takes no changes: \($0)" }].compactMap(\.self)
        isForReaders = !found.mayWrite
        let node = try NodeFolder(of: identity.id, environment: variables, on: files)
        use = try node.make(within: limit)
        let directory = node.location.directory
        server.register = { try ViewsFile(at: directory + "/live.sqlite", on: files) }
        self.node = node
        erasures = NodeErasures(on: node.location)
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

    package func forgetErased(in ledger: Ledger) throws -> Bool {
        try erasures.catchUp(ledger) { try open(.readWrite, environment: ledger.environment) }
    }

    package func finishErasure(in ledger: Ledger, _ steps: () throws -> ErasureSteps) throws -> ErasureSteps {
        try erasures.finish(in: ledger, steps)
    }

    package func copiesElsewhere() throws -> CopiesElsewhere? {
        try heads.connection.use { [server] connection in
            let id = try server.ledger(on: connection)
            let days = try StatedRetention.days(on: connection)
            // One that was away for a week may never come back.
            let nodes = try connection.rows(
                """
                SELECT node, node.erasures >= head.erasures,
                    (extract(epoch FROM seen_at) * 1000000)::bigint, seen_at < now() - interval '7 days'
                FROM mailledger.node JOIN mailledger.head USING (ledger) WHERE ledger = \(id) ORDER BY node
                """
            ) {
                try CopiesElsewhere.Node(
                    name: $0.next(), hasForgotten: $0.next(), seenAt: Timestamp(microseconds: $0.next()).iso8601,
                    isAway: $0.next())
            }
            return CopiesElsewhere(nodes: nodes, retentionDays: days)
        }
    }

    package func examine() throws -> [PlaceFinding] {
        let (summary, faults, allowed) = try server.examine()
        return [PlaceFinding(isHealthy: true, summary)]
            + allowed.map { PlaceFinding(isHealthy: true, "\($0). The ledger is set to allow that") }
            + faults.map { PlaceFinding(isHealthy: false, $0.description) }
    }

    package func isForbidden(_ error: any Error) -> Bool {
        if case FleetError.forbidden = error { true } else { false }
    }

    package var keepsContentWithLog: Bool { true }

    package func watch(over ledger: LedgerID) -> (any HeadWatch)? { heads.watch(of: ledger) }

    package func contents(beside log: any LogStore, _ access: ContentAccess) -> ContentStore {
        guard let store = log as? PostgresLogStore else { return ContentStore(at: contents, access: access) }
        return store.contentsBeside(on: disk, scratch: node.location.directory, access)
    }
}
