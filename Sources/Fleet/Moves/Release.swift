internal import Content
internal import Cryptography
internal import DiskFiles
package import EventLog
package import MailLedger

/// The move of a ledger from the database of a fleet into a folder: the same id, events, contents and root.
///
/// The rows are sealed first, and read by all meanwhile. The copy in the folder is sealed, too, until the rows name the
/// folder as the ledger's place. If the move is killed, the same move ends it; at no time do both places take writes. If
/// it fails, the rows take writes again.
package struct Release {
    /// What was moved.
    package struct Report: Encodable, Sendable {
        package let ledger: LedgerID
        package let folder: String
        package let events: Int64
        package let root: String
        package let contents: Int
        /// Whether the key that signs checkpoints came along: the node that signs has it.
        package let hasKey: Bool
        /// Contents that were damaged or missing on the server, and were left out.
        package let leftOut: [String]
    }

    private let url: LedgerURL
    private let folder: LedgerLocation

    package init(of url: LedgerURL, into folder: LedgerLocation) {
        self.url = url
        self.folder = folder
    }

    /// - Throws: ``FleetError/sealed(_:)`` if the ledger has moved elsewhere, or another move has to end first;
    ///   ``LedgerError/directoryNotEmpty(path:)``, ``EventLogError/alreadyExists(path:)`` and
    ///   ``EventLogError/movedAway(path:to:)`` if the folder holds something else.
    package func run(
        environment: LedgerEnvironment, variables: [String: String],
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Report {
        let place = try PostgresPlace(at: url, variables: variables, on: folder.files)
        // What an erasure has left to do is done before.
        _ = try place.open(.readWrite, environment: environment)
        let server = PostgresLog(url.address)
        let store = try server.store(.readWrite, environment.log)
        let here = folder.name(on: environment)
        var copied = ContentCopy()
        if try seal(store, here) {
            do {
                copied = try bring(store, server, environment, progress)
                if let keys = place.folder?.keysDirectory { try folder.takeKeys(from: keys, on: folder.files) }
                try folder.cursors.takeAll(of: place.cursors)
                try handOver(store, here)
            } catch {
                // The answer to the last commit may be what is missing: then the ledger lives in the folder.
                try? takeBack(server, environment.log, here)
                throw error
            }
        }
        try openFolder(store, here)
        // An erasure that came with the copy ends now.
        let ledger = try folder.open(.readWrite, environment: environment)
        let head = try ledger.store.head().position
        let hasKey = folder.files.exists(folder.keysDirectory + "/signing.key")
        return Report(
            ledger: store.identity.id, folder: folder.directory, events: head.rawValue,
            root: try ledger.store.root(at: head).hex, contents: copied.copied, hasKey: hasKey,
            leftOut: copied.faults.map { "\($0)" })
    }

    // MARK: The seal

    /// Seals the rows for the move, and returns whether anything has to be copied.
    private func seal(_ store: PostgresLogStore, _ here: String) throws -> Bool {
        try store.withSealedLock { words in
            switch words.map({ (words: $0, seal: MoveSeal($0)) }) {
            // A copy that another move to a folder has begun stays sealed for ever: it is not what the rows name.
            case nil, (_, .releasing)?: break
            case (_, .released(here))?: return false
            case (let words, _)?: throw FleetError.sealed(words)
            }
            try requireRoom(for: store)
            guard try store.erasureWork() == nil else {
                throw EventLogError.busy(holder: "another process, which is erasing")
            }
            try store.setSeal(.releasing(to: here))
            return true
        }
    }

    /// Names the folder as the ledger's place.
    private func handOver(_ store: PostgresLogStore, _ here: String) throws {
        try store.withSealedLock { words in
            guard words.flatMap(MoveSeal.init) == .releasing(to: here) else {
                throw FleetError.sealed(words ?? "another release was stopped")
            }
            try requireCopy(of: store)
            try store.setSeal(.released(to: here))
        }
    }

    /// Lets the folder take writes, while nobody moves the ledger back.
    private func openFolder(_ store: PostgresLogStore, _ here: String) throws {
        try store.withSealedLock { words in
            guard let words, MoveSeal(words) == .released(to: here) else {
                throw FleetError.sealed(words ?? "it has moved back")
            }
            try requireCopy(of: store)
            try folder.unseal()
        }
    }

    /// Lets the rows take writes again, unless they name the folder by now.
    private func takeBack(_ server: PostgresLog, _ environment: LogEnvironment, _ here: String) throws {
        let store = try server.store(.readWrite, environment)
        try store.withSealedLock { words in
            if words.flatMap(MoveSeal.init) == .releasing(to: here) { try store.setSeal(nil) }
        }
    }

    // MARK: The folder

    /// Refuses a folder that holds anything but an earlier copy of this ledger, or the rest of one.
    private func requireRoom(for store: PostgresLogStore) throws {
        guard folder.files.exists(folder.logPath) else {
            _ = try NewLedger(at: folder)
            return
        }
        let copy = try folder.openLog()
        guard copy.identity.id == store.identity.id else { throw EventLogError.alreadyExists(path: folder.directory) }
        guard try folder.hasMovedToServer() else { throw EventLogError.alreadyExists(path: folder.directory) }
    }

    private func bring(
        _ store: PostgresLogStore, _ server: PostgresLog, _ environment: LedgerEnvironment,
        _ progress: @escaping (Int, Int) -> Void
    ) throws -> ContentCopy {
        let copy = LedgerCopy(of: store, ContentStore(at: .server(server), access: .readOnly), progress: progress)
        guard folder.files.exists(folder.logPath) else {
            var copied = ContentCopy()
            try NewLedger(at: folder).make(
                as: store.identity, environment: environment, livingAt: url.description
            ) { copied = try copy.bring(to: $0, $1, at: folder.directory) }
            return copied
        }
        let views = try folder.log.open(.readOnly, environment: environment.log).views
        return try copy.bring(
            to: folder.openLog(.readWrite), ContentStore(at: folder.contents), at: folder.directory,
            viewsGeneration: views.latestGeneration())
    }

    /// Refuses a folder that does not hold all of the ledger.
    private func requireCopy(of store: PostgresLogStore) throws {
        let copy = try folder.openLog()
        guard copy.identity.id == store.identity.id else { throw EventLogError.alreadyExists(path: folder.directory) }
        _ = try folder.hasMovedToServer()
        let end = try store.head().position
        guard try copy.head().position >= end, try copy.root(at: end) == store.root(at: end) else {
            throw FleetError.diverged(place: folder.directory)
        }
    }
}
