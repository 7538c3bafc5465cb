public import SQLite

/// What today's rules make of the log, beside what is live.
public struct ViewsMigration: Sendable {
    /// Where the live views stand, and where both were compared; nil where there were none, or damaged ones, to compare with.
    public let position: Position?
    /// Each read model, also those that do not differ.
    public let models: [ReadModelDifference]
    /// Whether what was built is live now.
    public let isSwitched: Bool

    public var differs: Bool { models.contains { !$0.isNone } }
}

/// A migration is a replay: the read models are built by today's rules, held against the live ones, and take their place.
extension Views {
    /// Builds the read models aside, counts the rows that differ from the live ones, and makes what was built live.
    ///
    /// Where this program's rules have none yet, the live ones are those that another program built last. What a dry run has
    /// built is kept, and the next migration or build goes on with it.
    ///
    /// - Parameters:
    ///   - limit: How many rows of each read model are shown.
    ///   - inspect: Told what was built, before it is live; what it throws leaves the live views as they are.
    /// - Throws: ``EventLogError/corrupt(_:)`` where what was built does not pass SQLite's own check.
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
            guard try damage(of: connection) == nil else {
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

    // Where no file may be made, or there is none: in memory.
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

    /// What a migration starts from.
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
        // With damaged ones nothing can be compared.
        if let own, try damage(of: own.connection) == nil {
            try own.catchUpIfPossible(with: store)
            return LiveSource(
                connection: own.connection, position: try own.checkpoint().position, isOwn: true, use: nil)
        }
        guard let files else { return nil }
        for other in try register.liveViews() where other.rules != rules.description && files.exists(other.generation) {
            let use = files.use(other.generation)
            guard let connection = try? openForReading(files.databasePath(other.generation)),
                let checkpoint = try? ViewsCheckpoint(on: connection),
                (try? checkpoint.validate(against: store)) != nil, (try? damage(of: connection)) == .some(nil)
            else { continue }
            return LiveSource(connection: connection, position: checkpoint.position, isOwn: false, use: use)
        }
        return nil
    }
}
