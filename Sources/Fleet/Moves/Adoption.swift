internal import Content
internal import Cryptography
package import EventLog
internal import LibPQ
package import MailLedger

/// The move of a ledger from a folder into the database of a fleet: the same id, events, contents and root.
///
/// The copy is made under the writer's lock of the folder, and appears on the server with its last row, sealed. Then the
/// folder is sealed, keys and cursors follow, and the server's copy is opened. If the move is killed, the same move ends
/// it; at no time do both places take writes. A ledger that was released is brought forward by what the folder has more.
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
    private let needsStandby: Bool?

    /// - Parameter needsStandby: Whether a ledger that is new there takes writes only if a standby confirms them; nil for
    ///   what the database says of new ledgers.
    package init(of folder: LedgerLocation, into url: LedgerURL, needsStandby: Bool? = nil) {
        self.folder = folder
        self.url = url
        self.needsStandby = needsStandby
    }

    /// - Throws: ``EventLogError/alreadyExists(path:)`` if a ledger that takes writes has the name or the id there.
    ///   ``EventLogError/movedAway(path:to:)`` if the folder has moved to another place. ``FleetError/sealed(_:)`` if
    ///   another move has to end first.
    package func run(
        environment: LedgerEnvironment, variables: [String: String],
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Report {
        var server = PostgresLog(url.address)
        server.needsStandby = needsStandby
        let source = try folder.openLog(.readWrite)
        let contents = ContentStore(at: folder.contents, access: .readOnly, isOptional: true)
        let copy = LedgerCopy(of: source, contents, progress: progress)
        let here = folder.name(on: environment)
        let (isOpen, copied) = try source.withWriterLock {
            let isSealed = try folder.hasMovedToServer()
            let (isOpen, copied) = try brought(copy, of: source, to: server, environment.log, isSealed, here)
            if !isOpen { try folder.seal(movedTo: url.description) }
            return (isOpen, copied)
        }
        if !isOpen {
            let node = try NodeFolder(of: source.identity.id, environment: variables, on: folder.files)
            let use = try node.make()
            defer { withExtendedLifetime(use) {} }
            _ = try node.location.takeKeys(from: folder.keysDirectory, on: folder.files)
            let place = try PostgresPlace(at: url, variables: variables, on: folder.files)
            try place.cursors.takeAll(of: folder.cursors)
            try open(server, environment.log, here)
            // An erasure that came with the copy ends now.
            _ = try place.open(.readWrite, environment: environment)
        }
        let head = try source.head().position
        return Report(
            ledger: source.identity.id, events: head.rawValue, root: try source.root(at: head).hex,
            contents: copied.copied, leftOut: copied.faults.map { "\($0)" })
    }

    /// Makes the copy on the server, or brings the one forward that is there, and leaves it sealed.
    ///
    /// - Returns: Whether it takes writes already, and what was copied.
    /// Brings it, where no operation of the log says what became of a commit without an answer.
    private func brought(
        _ copy: LedgerCopy, of source: any LogStore, to server: PostgresLog, _ environment: LogEnvironment,
        _ isSealed: Bool, _ here: String
    ) throws -> (isOpen: Bool, copied: ContentCopy) {
        do {
            return try bring(copy, of: source, to: server, environment, isSealed, here)
        } catch EventLogError.unconfirmed {
            throw FleetError.unanswered
        }
    }

    private func bring(
        _ copy: LedgerCopy, of source: any LogStore, to server: PostgresLog, _ environment: LogEnvironment,
        _ isSealed: Bool, _ here: String
    ) throws -> (isOpen: Bool, copied: ContentCopy) {
        guard let known = try ledger(on: server, environment) else {
            if let place = folder.movedTo, place != url.description {
                throw EventLogError.movedAway(path: folder.directory, to: place)
            }
            guard !isSealed else { throw EventLogError.notALedger(path: url.description) }
            var copied = ContentCopy()
            try server.make(source.identity, environment) { store in
                copied = try copy.bring(to: store, store.contentsBeside(on: folder.files), at: url.description)
                try store.setSeal(.adopting(from: here))
            }
            return (false, copied)
        }
        guard known.identity.id == source.identity.id else {
            throw EventLogError.alreadyExists(path: url.description)
        }
        if let needsStandby, try known.needsStandby() != needsStandby {
            throw FleetError.keepsStandby(isRequired: !needsStandby)
        }
        return try known.withSealedLock { words in
            switch words.map({ (words: $0, seal: MoveSeal($0)) }) {
            case nil:
                // The folder is what it was when it moved, and a beginning of what is on the server.
                guard isSealed else { throw EventLogError.alreadyExists(path: url.description) }
                return (true, ContentCopy())
            case (_, .adopting(here))?: break
            // Only a folder that takes writes is the ledger: a sealed one may be older than the folder of that move.
            case (_, .adopting)? where !isSealed: break
            case (_, .released)? where !isSealed: break
            case (let words, _)?: throw FleetError.sealed(words)
            }
            let copied = try copy.bring(to: known, known.contentsBeside(on: folder.files), at: url.description)
            try known.setSeal(.adopting(from: here))
            return (false, copied)
        }
    }

    private func ledger(on server: PostgresLog, _ environment: LogEnvironment) throws -> PostgresLogStore? {
        do {
            return try server.store(.readWrite, environment)
        } catch EventLogError.notALedger {
            return nil
        }
    }

    /// Lets the server's copy take writes.
    private func open(_ server: PostgresLog, _ environment: LogEnvironment, _ here: String) throws {
        let store = try server.store(.readWrite, environment)
        try store.withSealedLock { words in
            guard let words else { return }
            guard MoveSeal(words) == .adopting(from: here) else { throw FleetError.sealed(words) }
            try store.setSeal(nil)
        }
    }
}

extension LedgerLocation {
    /// What a ledger on a server calls the folder: it may be on any node.
    func name(on environment: LedgerEnvironment) -> String { "\(environment.host):\(directory)" }
}

extension CursorStore {
    /// Takes over the cursors of another copy of the ledger.
    func takeAll(of source: any CursorStore) throws {
        for name in source.names() {
            guard let cursor = try? source.cursor(name) else { continue }
            try claim(name).store(cursor)
        }
    }
}
