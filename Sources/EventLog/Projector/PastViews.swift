public import DiskFiles
internal import SQLiteDatabase

/// Read models as they were at earlier positions, each a pure function of the log's prefix.
///
/// Finished builds are kept below the folder of the views and carried forward to later positions, so that asking about
/// many moments is cheap. All of them are disposable, and their number is limited. One that does not fit the log or the
/// program, or was built before the latest erasure, is rebuilt.
public struct PastViews {
    /// The limits on the builds that are kept for later questions.
    public struct Limits: Sendable {
        public let count: Int
        /// The limit for all files together; the one that was used last stays, however large it is.
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
        /// The number of erasures in the log when they were built.
        let erasures: Int64
        /// The reopening of the log (``LogReading/reopenings``) that they were built of.
        let reopenings: Int
    }

    private let store: any LogReading
    private let disk: any Files
    private let builder: ViewsBuilder
    private let files: PrefixFiles?
    private let limits: Limits

    /// - Parameters:
    ///   - viewsDirectory: The folder with the generations of the live views; nil keeps nothing.
    ///   - canWrite: Whether files may be kept there; otherwise each build goes to a temporary file.
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

    /// Opens the read models as they were when the log ended at a position, building them if they are not kept.
    ///
    /// - Parameters:
    ///   - position: The end of a transaction, or ``Position/start``.
    ///   - isPrivate: Builds them in a temporary file that more can be attached to, and keeps nothing.
    ///   - progress: Called with the position reached and the one requested; false stops the build.
    /// - Complexity: O(events since the nearest earlier prefix that is kept), and a copy of its file; nothing if this
    ///   very one is kept.
    public func open(
        at position: Position, isPrivate: Bool = false, progress: Views.Progress = { _, _ in true }
    ) throws -> Opened {
        // Read before any event: a place that is blanked during the build makes the build outdated.
        let erasures = try store.erasureCount()
        let reopenings = store.reopenings
        func opened(_ connection: Connection) -> Opened {
            Opened(
                projector: builder.makeProjector(on: connection), position: position, erasures: erasures,
                reopenings: reopenings)
        }
        guard let files, !isPrivate else { return try buildPrivately(at: position, erasures, progress) }
        if let connection = try openKept(position, erasures, files) {
            files.noteUse(of: position)
            return opened(connection)
        }
        do {
            return opened(try buildKept(position, erasures, files, progress))
        } catch is CannotKeep {
            return try buildPrivately(at: position, erasures, progress)
        } catch let error as SQLiteError where error.meansNoRoom || error.isCannotOpen {
            // Who drops all that is kept drops builds under way, too.
            return try buildPrivately(at: position, erasures, progress)
        }
    }

    /// Read models that start as a copy of others and are brought forward from there; only their owner sees them.
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

    /// Copies the read models of a position, to be brought forward one transaction at a time.
    ///
    /// - Complexity: That of ``open(at:isPrivate:progress:)``, and a copy of its file.
    public func makeReplica(
        at position: Position, progress: Views.Progress = { _, _ in true }
    ) throws -> Replica {
        let opened = try open(at: position, progress: progress)
        // What is not kept was built for this alone.
        guard let files, files.isKept(position) else { return Replica(opened.projector, nil) }
        if let build = files.startBuild() {
            do {
                if build.copy(from: files.path(of: position)) {
                    let connection = try Connection(path: build.path, mode: .readWrite, on: disk)
                    try ViewsBuilder.leaveUnguarded(connection)
                    try connection.run("PRAGMA cache_size = -32768")
                    return Replica(builder.makeProjector(on: connection), build)
                }
            } catch let error as SQLiteError where error.isCannotOpen {
                // Dropped before it was opened.
            }
            build.discard()
        }
        return Replica(try buildPrivately(at: position, store.erasureCount(), progress).projector, nil)
    }

    /// Whether opened read models may still be used: an erasure since they were built ends that, and another log.
    public func isCurrent(_ opened: Opened) throws -> Bool {
        try store.erasureCount() == opened.erasures && store.reopenings == opened.reopenings
    }

    /// Whether the read models of a position are kept, and are good.
    public func isKept(at position: Position) throws -> Bool {
        guard let files else { return false }
        return try openKept(position, store.erasureCount(), files) != nil
    }

    /// Compares what is kept with one build from the first event on, and returns the first row that differs of each.
    ///
    /// One that other rules made, or that is older than the latest erasure, is never used, and is not compared.
    ///
    /// - Complexity: One build up to the latest position that is kept, and linear in the rows of all.
    public func check(progress: Views.Progress = { _, _ in true }) throws -> [ViewsDifference] {
        guard let files, let last = files.positions().last else { return [] }
        let erasures = try store.erasureCount()
        var fresh: Connection?
        var differences: [ViewsDifference] = []
        for position in files.positions() {
            var difference: ViewsDifference?
            do {
                guard let kept = try openToCompare(position, erasures, files) else { continue }
                let built = try bring(fresh, to: position) { reached, _ in progress(reached, last) }
                fresh = built
                difference = try ViewsComparison(live: kept, fresh: built).firstDifference()
            } catch let unfit as Unfit {
                difference = ViewsDifference(file: "views", live: unfit.reason)
            }
            difference?.position = position
            if let difference { differences.append(difference) }
        }
        // An erasure meanwhile blanks what is read here, and removes all that is kept.
        return try store.erasureCount() == erasures ? differences : []
    }

    /// Drops the file of a position, as one that turned out to be damaged.
    public func discard(_ position: Position) {
        files?.remove(position)
    }

    /// Removes everything that is kept, and what builds of other processes have written so far.
    ///
    /// An erasure calls it after it has blanked the log, and a rebuild so that later answers come from the log. A build
    /// that began before then is not kept when it ends.
    ///
    /// - Throws: ``EventLogError/busy(holder:)`` if another process keeps the folder locked for ten seconds; `FileError` if
    ///   a file may be left.
    public static func removeAll(in viewsDirectory: String, on disk: any Files = KernelFiles.shared) throws {
        try PrefixFiles(viewsDirectory: viewsDirectory, canWrite: true, on: disk).removeAll()
    }

    // MARK: Opening

    private func openKept(_ position: Position, _ erasures: Int64, _ files: PrefixFiles) throws -> Connection? {
        guard files.isKept(position) else { return nil }
        do {
            let connection = try openFinished(files.path(of: position))
            try builder.validate(connection)
            // A file that was built before an erasure contains the erased data.
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

    // MARK: Comparing

    /// Why a file that this program made of this log cannot be used.
    private struct Unfit: Error {
        let reason: String
    }

    /// Opens a kept file and looks at all of it; nil if it is never used, or no longer there.
    private func openToCompare(_ position: Position, _ erasures: Int64, _ files: PrefixFiles) throws -> Connection? {
        guard files.isKept(position) else { return nil }
        do {
            let connection = try Connection(immutablePath: files.path(of: position), on: disk)
            if let fault = try Views.damage(of: connection) { throw Unfit(reason: "a damaged file: \(fault)") }
            return try fits(connection, position, erasures) ? connection : nil
        } catch let error as ViewsError {
            throw Unfit(reason: "a file that cannot be used: \(error)")
        } catch let error as SQLiteError where error.isCannotOpen && !files.isKept(position) {
            return nil
        } catch let error as SQLiteError where !error.isBusy && !error.isInterrupted && !error.isOfSystem {
            throw Unfit(reason: "a damaged file: \(error.message)")
        } catch is RowError {
            throw Unfit(reason: "a damaged file: a row of it cannot be read")
        }
    }

    /// Whether a kept file is of these rules and of after the latest erasure.
    ///
    /// - Throws: ``ViewsError`` if it is not what a build of this log ends with.
    private func fits(_ connection: Connection, _ position: Position, _ erasures: Int64) throws -> Bool {
        do {
            try builder.validateOrigin(connection)
        } catch ViewsError.otherVersion {
            return false
        }
        try builder.validate(connection)
        guard let origin = try BuildOrigin(on: connection),
            try ViewsCheckpoint(on: connection).position == position,
            try position == .start || store.transaction(holding: position)?.lastPosition == position
        else { throw ViewsError.foreign }
        return origin.erasures == erasures
    }

    /// Brings a build from the first event on to a later position, or begins one.
    private func bring(_ fresh: Connection?, to position: Position, _ progress: Views.Progress) throws -> Connection {
        guard let fresh else {
            let connection = try Connection(path: "", mode: .create, on: disk)
            try builder.fill(connection, through: position, progress: progress)
            return connection
        }
        _ = try builder.advance(fresh, through: position, progress: progress)
        return fresh
    }

    // MARK: Building

    /// The file cannot be made, or somebody has removed it.
    private struct CannotKeep: Error {}

    private func buildKept(
        _ position: Position, _ erasures: Int64, _ files: PrefixFiles, _ progress: Views.Progress
    ) throws -> Connection {
        guard let build = files.startBuild() else { throw CannotKeep() }
        defer { build.discard() }
        try fill(build, through: position, erasures, files, progress)
        // Opened before it gets its name, so that nobody can put another file in between.
        let connection = try openFinished(build.path)
        if build.bringToDisk() {
            try files.keep(build, as: position, within: limits) { try store.erasureCount() == erasures }
        }
        return connection
    }

    private func fill(
        _ build: PrefixFiles.Build, through position: Position, _ erasures: Int64, _ files: PrefixFiles,
        _ progress: Views.Progress
    ) throws {
        let base = try nearest(before: position, erasures, files)
        if let base, !build.copy(from: files.path(of: base)) { throw CannotKeep() }
        let isBegun = try base != nil || builder.fold(into: build.path, through: position, progress: progress)
        let connection = try Connection(path: build.path, mode: .readWrite, on: disk)
        try ViewsBuilder.leaveUnguarded(connection)
        if isBegun {
            try builder.finish(builder.advance(connection, through: position, progress: progress))
        } else {
            try builder.fill(connection, through: position, progress: progress)
        }
    }

    /// The latest prefix that is kept, unless it is so early that a build from the first event is quicker.
    ///
    /// Inserting rows into tables that already have their indexes takes twice as long.
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
        let reopenings = store.reopenings
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
        return Opened(projector: projector, position: position, erasures: erasures, reopenings: reopenings)
    }
}
