public import SQLiteDatabase

/// The read models that today's rules make of the log, compared with the live ones.
public struct ViewsMigration: Sendable {
    /// The position of the live views, at which both were compared; nil if there were none, or only damaged ones.
    public let position: Position?
    /// Each read model, including those that do not differ.
    public let models: [ReadModelDifference]
    /// Whether the new build is live now.
    public let isSwitched: Bool

    public var differs: Bool { models.contains { !$0.isNone } }
}

/// A migration is a replay: today's rules build the read models, which are compared with the live ones and replace
/// them.
extension Views {
    /// Builds the read models aside, counts the rows that differ from the live ones, and makes the build live.
    ///
    /// If this program's rules have no live views yet, those that another program built last are used for comparison. A
    /// dry run keeps its build, and the next migration or build continues it.
    ///
    /// - Parameters:
    ///   - limit: The number of rows shown for each read model.
    ///   - inspect: Called with the build before it is live; if it throws, the live views stay as they are.
    /// - Throws: ``EventLogError/corrupt(_:)`` if the build does not pass SQLite's own check.
    /// - Complexity: A build, and linear in the rows.
    public func migrate(
        dryRun: Bool, sampling limit: Int, inspect: (Connection) throws -> Void = { _ in },
        progress: Progress = { _, _ in true }
    ) throws -> ViewsMigration {
        guard let files, canWrite else {
            guard dryRun || files == nil else { throw EventLogError.readOnly(path: files?.directory ?? "") }
            return try migratePrivately(dryRun: dryRun, sampling: limit, progress: progress)
        }
        files.makeDirectory()
        let buildLock = try files.lockForBuild(patience: buildPatience)
        defer { withExtendedLifetime(buildLock) {} }
        let before = try liveSource()
        var models: [ReadModelDifference] = []
        let build: ViewsBuild
        if let before {
            (build, models) = try before.connection.transaction(.deferred) {
                let position = try ViewsCheckpoint(on: before.connection).position
                let build = try ViewsBuild(in: files, by: builder, notBeyond: position)
                try build.carryOn(through: position, progress: progress)
                return (build, try build.read { try Self.compare(before.connection, $0, limit) })
            }
        } else {
            build = try ViewsBuild(in: files, by: builder)
        }
        let isNeeded = before?.isOwn != true || models.contains(where: { !$0.isNone })
        guard isNeeded, !dryRun else {
            if !isNeeded { files.removeBuild() }
            return migration(before, models, isSwitched: false)
        }
        try build.carryOn(progress: progress)
        try build.read { connection in
            guard try Self.damage(of: connection) == nil else {
                throw SQLiteError.damaged("the read models that were built do not pass SQLite's check")
            }
            try inspect(connection)
        }
        try switchLive(to: build, in: files, under: buildLock)
        return migration(before, models, isSwitched: true)
    }

    private func migration(
        _ before: LiveSource?, _ models: [ReadModelDifference], isSwitched: Bool
    ) -> ViewsMigration {
        ViewsMigration(position: before?.position, models: models, isSwitched: isSwitched)
    }

    // In memory, if no file may be made or there is no directory.
    private func migratePrivately(dryRun: Bool, sampling limit: Int, progress: Progress) throws -> ViewsMigration {
        let before = try liveSource()
        let models = try before.map { before in
            try before.connection.transaction(.deferred) {
                let fresh = try Connection(path: "", mode: .create, on: disk)
                try builder.fill(fresh, through: before.position, progress: progress)
                return try Self.compare(before.connection, fresh, limit)
            }
        }
        let isNeeded = models?.contains(where: { !$0.isNone }) ?? true
        if !dryRun, isNeeded { _ = try rebuildInMemory(progress: progress) }
        return migration(before, models ?? [], isSwitched: !dryRun && isNeeded)
    }

    private static func compare(
        _ live: Connection, _ fresh: Connection, _ limit: Int
    ) throws -> [ReadModelDifference] {
        try ViewsComparison(live: live, fresh: fresh).differences(sampling: limit)
    }

    /// The live views that a migration starts from.
    private struct LiveSource {
        let connection: Connection
        let position: Position
        /// Whether this program's rules built it.
        let isOwn: Bool
        /// Keeps its file from being unlinked.
        let use: FileLock?
    }

    private func liveSource() throws -> LiveSource? {
        let own = try canWrite || files == nil ? existing() : look().projector
        // Damaged views cannot be compared.
        if let own, try Self.damage(of: own.connection) == nil {
            try own.catchUpIfPossible(with: store)
            return LiveSource(
                connection: own.connection, position: try own.checkpoint().position, isOwn: true, use: nil)
        }
        guard let files else { return nil }
        for other in try register.liveViews() where other.rules != rules.description && files.exists(other.generation) {
            let use = files.use(other.generation)
            guard let connection = try? openForReading(files.databasePath(other.generation)),
                let checkpoint = try? ViewsCheckpoint(on: connection),
                (try? checkpoint.validate(against: store)) != nil, (try? Self.damage(of: connection)) == .some(nil)
            else { continue }
            return LiveSource(connection: connection, position: checkpoint.position, isOwn: false, use: use)
        }
        return nil
    }
}
