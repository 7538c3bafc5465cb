internal import Content
package import EventLog
internal import Hashing
internal import LibPQ
package import MailLedger

/// The move of a ledger from a folder into the database of a fleet: the same id, events, contents and root.
///
/// The copy is made under the writer's lock of the folder, and appears on the server with its last row, sealed. Then the
/// folder is sealed, and the server's copy opened. If the move is killed in between, neither takes writes until it is
/// repeated; at no time do both.
package struct Adoption {
    /// What was moved.
    package struct Report: Encodable, Sendable {
        package let ledger: LedgerID
        package let events: Int64
        package let root: String
        package let contents: Int
        /// Contents that were damaged or missing in the folder, and were left out.
        package let leftOut: [String]
    }

    private let folder: LedgerLocation
    private let url: LedgerURL
    private static let unfinished = "its move into the database has not ended: 'fleet adopt' again ends it"

    package init(of folder: LedgerLocation, into url: LedgerURL) {
        self.folder = folder
        self.url = url
    }

    /// - Throws: ``EventLogError/alreadyExists(path:)`` if another ledger has the name or the id there.
    package func run(
        environment: LedgerEnvironment, variables: [String: String],
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Report {
        let server = PostgresLog(url.address)
        let source = try folder.openLog()
        var report: Report?
        try source.withWriterLock {
            let head = try source.head()
            let root = try source.root(at: head.position)
            if try isUnfinished(source.identity, root, server) {
                report = Report(
                    ledger: source.identity.id, events: head.position.rawValue, root: root.hex, contents: 0, leftOut: []
                )
            } else {
                report = try copy(source, head, root, to: server, environment, progress)
            }
            try folder.seal(movedTo: url.description)
        }
        try open(source.identity.id, server)
        let node = try NodeFolder(of: source.identity.id, environment: variables, on: folder.files)
        try node.make()
        _ = try node.location.takeKeys(from: folder.keysDirectory, on: folder.files)
        try takeCursors(PostgresPlace(at: url, variables: variables, on: folder.files))
        guard let report else { preconditionFailure("moved or found") }
        return report
    }

    /// Whether the same ledger is there already, sealed by a move that was stopped.
    private func isUnfinished(_ identity: LedgerIdentity, _ root: SHA256Digest, _ server: PostgresLog) throws -> Bool {
        do {
            let store = try server.store(.readOnly, .system)
            guard store.identity.id == identity.id, try store.root(at: store.head().position) == root else {
                return false
            }
            return try store.first("SELECT sealed FROM mailledger.head WHERE ledger = \(store.id)") {
                try $0.next(String?.self)
            } == .some(Self.unfinished)
        } catch EventLogError.notALedger {
            return false
        }
    }

    private func copy(
        _ source: any LogStore, _ head: LogHead, _ root: SHA256Digest, to server: PostgresLog,
        _ environment: LedgerEnvironment, _ progress: @escaping (Int, Int) -> Void
    ) throws -> Report {
        let known = ContentStore(at: folder.contents, access: .readOnly, isOptional: true)
        var copied = ContentCopy()
        try server.makeCopy(of: source.identity, environment: environment.log) { copy in
            guard let store = copy as? PostgresLogStore else { preconditionFailure("a log on a server") }
            let files = folder.files
            let contents = ContentStore(at: .server(server)) { _ in
                PostgresContentBackend(beside: store) { try ContentFile.scratch(in: nil, on: files) }
            }
            copied = try contents.copyContents(from: known) { done, total in
                progress(done, total)
                return true
            }
            let there = try store.receive { receiver in
                try receiver.takeAll(of: source, after: .start, through: head.position)
            }
            guard there == root else { throw EventLogError.corrupt("the copy on the server has another root") }
            try store.takeSignatures(of: source, through: head.position)
            if try source.isRestored() { try store.setRestored(true) }
            _ = try store.write(
                "UPDATE mailledger.head SET sealed = \(.text(Self.unfinished)) WHERE ledger = \(store.id)")
        }
        return Report(
            ledger: source.identity.id, events: head.position.rawValue, root: root.hex, contents: copied.copied,
            leftOut: copied.faults.map { "\($0)" })
    }

    /// Lets the server's copy take writes.
    private func open(_ ledger: LedgerID, _ server: PostgresLog) throws {
        try server.mapping {
            _ = try server.connect().ask(
                "UPDATE mailledger.head SET sealed = NULL WHERE ledger = \(.id(ledger.uniqueID))")
        }
    }

    private func takeCursors(_ place: PostgresPlace) throws {
        for name in folder.cursors.names() {
            guard let cursor = try? folder.cursors.cursor(name) else { continue }
            try place.cursors.claim(name).store(cursor)
        }
    }
}
