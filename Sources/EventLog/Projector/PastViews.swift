public import DiskFiles
internal import SQLite

/// Read models as they were at earlier positions, each a pure function of the log's prefix.
///
/// What was built is kept below the folder of the views and carried forward to later positions, so that asking about many
/// moments is cheap. Everything in there is disposable: it is bounded, and anything that does not fit the log or the
/// program, or was built before the latest erasure, is built anew.
public struct PastViews {
    /// How much is kept for the next question.
    public struct Limits: Sendable {
        public let count: Int
        /// Of all files together; the one that was asked for last stays, however large it is.
        public let bytes: Int64

        public init(count: Int, bytes: Int64) {
            self.count = count
            self.bytes = bytes
        }

        public static let standard = Limits(count: 8, bytes: 1 << 30)
    }

    /// Read models of one position, open for reading.
    public struct Opened {
        public let projector: Projector
        public let position: Position
        /// How much had been erased from the log when they were built.
        let erasures: Int64
    }

    private let store: any LogReading
    private let disk: any Files
    private let builder: ViewsBuilder
    private let files: PrefixFiles?
    private let limits: Limits

    /// - Parameters:
    ///   - viewsDirectory: Where the generations of the live views are; nil keeps nothing.
    ///   - canWrite: Whether something may be kept there; else each build goes to a temporary file.
    public init(
        of store: any LogReading, viewsDirectory: String?, on disk: any Files = KernelFiles.shared,
        projections: [any Projection.Type],
        catalogue: EventCatalogue, canWrite: Bool, limits: Limits = .standard
    ) {
        self.store = store
        self.disk = disk
        self.limits = limits
        builder = ViewsBuilder(store: store, disk: disk, projections: projections, catalogue: catalogue)
        files = viewsDirectory.map { PrefixFiles(viewsDirectory: $0, canWrite: canWrite, on: disk) }
    }

    /// Opens the read models as they were when the log ended at a position, building them where they are not kept.
    ///
    /// - Parameters:
    ///   - position: The end of a transaction, or ``Position/start``.
    ///   - isPrivate: Builds them in a temporary file that more can be attached to, and keeps nothing.
    ///   - progress: Told the position reached and the one that is asked for; false stops the build.
    /// - Complexity: O(events from the nearest earlier prefix that is kept), and a copy of its file; nothing where this very
    ///   one is kept.
    public func open(
        at position: Position, isPrivate: Bool = false, progress: Views.Progress = { _, _ in true }
    ) throws -> Opened {
        // Read before anything is: what is blanked while a build runs makes it one of before.
        let erasures = try store.erasureCount()
        guard let files, !isPrivate else { return try buildPrivately(at: position, erasures, progress) }
        if let connection = try openKept(position, erasures, files) {
            files.noteUse(of: position)
            return Opened(projector: builder.makeProjector(on: connection), position: position, erasures: erasures)
        }
        do {
            let connection = try buildKept(position, erasures, files, progress)
            return Opened(projector: builder.makeProjector(on: connection), position: position, erasures: erasures)
        } catch is CannotKeep {
            return try buildPrivately(at: position, erasures, progress)
        } catch let error as SQLiteError where error.meansNoRoom {
            return try buildPrivately(at: position, erasures, progress)
        }
    }

    /// Read models that begin where others stand and go on from there; nobody else sees them.
    public final class Replica {
        public let projector: Projector
        private let build: PrefixFiles.Build?

        fileprivate init(_ projector: Projector, _ build: PrefixFiles.Build?) {
            self.projector = projector
            self.build = build
        }

        deinit {
            build?.discard()
        }
    }

    /// Makes a copy of the read models of a position, to be brought forward by one transaction after the other.
    ///
    /// - Complexity: That of ``open(at:isPrivate:progress:)``, and a copy of its file.
    public func makeReplica(
        at position: Position, progress: Views.Progress = { _, _ in true }
    ) throws -> Replica {
        _ = try open(at: position, progress: progress)
        if let files, files.isKept(position), let build = files.startBuild() {
            if build.copy(from: files.path(of: position)) {
                let connection = try Connection(path: build.path, mode: .readWrite, on: disk)
                try ViewsBuilder.leaveUnguarded(connection)
                try connection.run("PRAGMA cache_size = -32768")
                return Replica(builder.makeProjector(on: connection), build)
            }
            build.discard()
        }
        return Replica(try buildPrivately(at: position, store.erasureCount(), progress).projector, nil)
    }

    /// Whether what was opened may still be asked: not once something was erased from the log since it was built.
    public func isCurrent(_ opened: Opened) throws -> Bool {
        try store.erasureCount() == opened.erasures
    }

    /// Whether the read models of a position are kept, and are good.
    public func isKept(at position: Position) throws -> Bool {
        guard let files else { return false }
        return try openKept(position, store.erasureCount(), files) != nil
    }

    /// Drops the file of a position, as one that turned out to be damaged.
    public func discard(_ position: Position) {
        files?.remove(position)
    }

    /// Drops everything that is kept, and what builds of other processes have written so far.
    ///
    /// An erasure calls it when the log has been blanked. A build that began before is not kept when it ends.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` where another process keeps the folder locked for ten seconds.
    public static func removeAll(in viewsDirectory: String, on disk: any Files = KernelFiles.shared) throws {
        try PrefixFiles(viewsDirectory: viewsDirectory, canWrite: true, on: disk).removeAll()
    }

    // MARK: Opening

    private func openKept(_ position: Position, _ erasures: Int64, _ files: PrefixFiles) throws -> Connection? {
        guard files.isKept(position) else { return nil }
        do {
            let connection = try openFinished(files.path(of: position))
            try builder.validate(connection)
            // A file that was built before an erasure holds what was erased.
            guard try BuildOrigin(on: connection)?.erasures == erasures,
                try ViewsCheckpoint(on: connection).position == position
            else { throw ViewsError.foreign }
            return connection
        } catch let error where error is ViewsError || error is SQLiteError {
            files.remove(position)
            return nil
        }
    }

    // A finished file is never written again: neither locks nor a journal are needed to read it.
    private func openFinished(_ path: String) throws -> Connection {
        let connection = try Connection(immutablePath: path, on: disk)
        _ = try ViewsCheckpoint(on: connection)
        return connection
    }

    // MARK: Building

    /// There is no place for a file, or somebody has taken it away.
    private struct CannotKeep: Error {}

    private func buildKept(
        _ position: Position, _ erasures: Int64, _ files: PrefixFiles, _ progress: Views.Progress
    ) throws -> Connection {
        guard let build = files.startBuild() else { throw CannotKeep() }
        defer { build.discard() }
        try fill(build, through: position, erasures, files, progress)
        // Opened before it gets its name, so that nobody can put another file in between.
        let connection = try openFinished(build.path)
        build.bringToDisk()
        try files.keep(build, as: position, within: limits) { try store.erasureCount() == erasures }
        return connection
    }

    private func fill(
        _ build: PrefixFiles.Build, through position: Position, _ erasures: Int64, _ files: PrefixFiles,
        _ progress: Views.Progress
    ) throws {
        let base = try nearest(before: position, erasures, files)
        if let base, !build.copy(from: files.path(of: base)) { throw CannotKeep() }
        let connection = try Connection(path: build.path, mode: .readWrite, on: disk)
        try ViewsBuilder.leaveUnguarded(connection)
        if base == nil {
            try builder.fill(connection, through: position, progress: progress)
        } else {
            _ = try builder.advance(connection, through: position, progress: progress)
        }
    }

    /// The latest prefix that is kept, unless it is so early that a build from the first event on is quicker: rows come into
    /// tables that have their indexes at half the speed.
    private func nearest(before position: Position, _ erasures: Int64, _ files: PrefixFiles) throws -> Position? {
        for kept in files.positions().reversed() where kept < position {
            guard kept.rawValue * 2 >= position.rawValue else { return nil }
            if try openKept(kept, erasures, files) != nil { return kept }
        }
        return nil
    }

    private func buildPrivately(
        at position: Position, _ erasures: Int64, _ progress: Views.Progress
    ) throws -> Opened {
        func fill(_ path: String) throws -> Projector {
            try builder.fill(
                try Connection(path: path, mode: .create, on: disk), through: position, progress: progress)
        }
        let projector: Projector
        do {
            projector = try fill("")
        } catch let error as SQLiteError where error.meansNoRoom {
            // The temporary file has no room either.
            projector = try fill(Connection.inMemory)
        }
        return Opened(projector: projector, position: position, erasures: erasures)
    }
}
