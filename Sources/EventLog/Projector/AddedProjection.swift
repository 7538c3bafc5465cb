public import DiskFiles
public import SQLiteDatabase

/// A read model that a program adds to those that every ledger has.
///
/// It has its own file with its own checkpoint, so that a change of its rules does not rebuild the ledger's views, nor
/// the reverse. The file is attached to the views under the projection's name, so that one query joins both. Like the
/// views it is disposable: it is rebuilt if it is missing, damaged, of another version, or of a log that diverged.
///
/// It depends on no other projection: it sees the events, and its queries see the tables of the others.
public final class AddedProjection {
    private let type: any Projection.Type
    private let store: any LogReading
    private let disk: any Files
    private let catalogue: EventCatalogue
    private let directory: String?
    private let canWrite: Bool
    private var open: Open?

    private struct Open {
        let projector: Projector
        /// The name by which another connection of this process opens it.
        let uri: String
        let isInMemory: Bool
    }

    /// - Parameters:
    ///   - directory: The folder of its file; nil keeps it in memory.
    ///   - canWrite: Whether a file may be made or brought up to date; otherwise a replacement is built in memory.
    public init(
        _ type: any Projection.Type, of store: any LogReading, directory: String?,
        on disk: any Files = KernelFiles.shared,
        catalogue: EventCatalogue,
        canWrite: Bool
    ) {
        precondition(
            type.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
                && !["main", "temp", "search"].contains(type.name) && !type.name.isEmpty,
            "\(type.name) is not a name for a projection: a to z, 0 to 9 and _ are")
        precondition(type.after.isEmpty, "\(type.name) is added from outside and stands after nothing")
        self.type = type
        self.store = store
        self.disk = disk
        self.catalogue = catalogue
        self.canWrite = canWrite
        self.directory = directory
    }

    // Another version is another file, so that an older program keeps using its own.
    private var path: String? { directory.map { "\($0)/\(type.name)-\(type.version).sqlite" } }

    /// Makes its tables readable on a connection, under its name; not within a transaction.
    public func attach(to connection: Connection) throws {
        let uri = try current().uri
        try connection.run("ATTACH \(bind: uri) AS \(SQL.identifier(type.name))")
    }

    /// Applies the events of the log behind its checkpoint; from the first event on if the file is new.
    ///
    /// It does nothing if another process is writing the file or the medium forbids writing.
    public func catchUp(progress: (_ reached: Position, _ head: Position) -> Bool = { _, _ in true }) throws {
        let open = try current()
        guard canWrite || open.isInMemory else { return }
        do {
            let head = try store.head().position
            try open.projector.catchUp(with: store) { progress($0, head) }
        } catch let error as SQLiteError where error.isBusy || error.isReadOnly || error.isFull {
            return
        }
    }

    /// Closes its file; the next use opens it again or rebuilds it.
    package func letGo() {
        open = nil
    }

    /// Its name, and the version of its rules.
    package var name: String { type.name }
    package var version: Int { type.version }

    /// Its tables, as far as they have come.
    package func projector() throws -> Projector {
        try current().projector
    }

    // MARK: Trying it out

    /// Applies the events up to the end of a transaction.
    package func catchUp(through end: Position) throws {
        try current().projector.catchUp(with: store, through: end)
    }

    /// Forgets everything but its tables, like a process that ends.
    package func restart() throws {
        let before = try current()
        open = Open(
            projector: Projector(connection: before.projector.connection, projections: [type], catalogue: catalogue),
            uri: before.uri, isInMemory: before.isInMemory)
    }

    /// Returns the first row in which two builds differ.
    package func firstDifference(from other: AddedProjection) throws -> ViewsDifference? {
        try ViewsComparison(live: projector().connection, fresh: other.projector().connection).firstDifference()
    }

    // MARK: The file

    private func current() throws -> Open {
        if let open { return open }
        let found = try existing() ?? make()
        open = found
        return found
    }

    private func existing() throws -> Open? {
        guard let path, disk.exists(path) else { return nil }
        do {
            let connection = try Connection.standing(at: path, mode: canWrite ? .readWrite : .readOnly, on: disk)
            try ViewsCheckpoint(on: connection).validate(against: store)
            let version = try connection.first("SELECT name, version FROM projections") {
                try ($0.next(String.self), $0.next(Int64.self))
            }
            guard let version, version == (type.name, Int64(type.version)) else { return nil }
            if canWrite { try connection.run("PRAGMA synchronous = NORMAL") }
            return Open(
                projector: Projector(connection: connection, projections: [type], catalogue: catalogue),
                uri: Connection.uri(path, "mode=ro"), isInMemory: false)
        } catch is ViewsError {
            return nil
        } catch let error as SQLiteError where !error.isBusy && !error.isInterrupted && !error.isOfSystem {
            return nil
        }
    }

    private func make() throws -> Open {
        guard let directory, let path, canWrite else { return try makeInMemory() }
        // The views beside it may be gone, with their folder.
        _ = try? disk.makeFolderIfMissing(FilePath(directory).folder.text)
        _ = try? disk.makeFolderIfMissing(directory)
        guard let lock = FileLock(path: path + ".lock", on: disk), lock.take(.exclusiveIfFree, patience: .seconds(10))
        else {
            throw EventLogError.busy(holder: "another process, which is making \(type.name)")
        }
        return try withExtendedLifetime(lock) {
            // The previous holder of the lock may have made exactly this file.
            if let found = try existing() { return found }
            for suffix in ["", "-wal", "-shm"] { try? disk.remove(path + suffix) }
            // It takes its name when it has its tables.
            let aside = path + ".new"
            try? disk.remove(aside)
            do throws(FileError) { _ = try File(disk, aside, .createNew) } catch { return try makeInMemory() }
            try createTables(on: Connection(path: aside, mode: .readWrite, on: disk))
            try? disk.rename(aside, to: path)
            guard !disk.exists(aside), let made = try existing() else {
                throw SQLiteError.damaged("the new read model \(type.name) cannot be opened")
            }
            _ = try made.projector.connection.first("PRAGMA journal_mode = WAL") { _ in }
            return made
        }
    }

    private func makeInMemory() throws -> Open {
        // Two connections of one process share it by its name (sqlite.org/inmemorydb.html, section 2).
        let name =
            "file:\(type.name)-\(UniqueID.random(from: LogEnvironment.system.randomBytes))?mode=memory&cache=shared"
        let connection = try Connection(path: name, mode: .create)
        try createTables(on: connection)
        return Open(
            projector: Projector(connection: connection, projections: [type], catalogue: catalogue), uri: name,
            isInMemory: true)
    }

    private func createTables(on connection: Connection) throws {
        try Projector.createTables(on: connection, projections: [type], ledger: store.identity.id)
        try type.createIndexes(on: connection)
    }
}
