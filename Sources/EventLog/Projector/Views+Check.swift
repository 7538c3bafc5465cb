public import CivilTime
internal import SQLite

/// How the live views are, without a change of anything.
public struct ViewsCondition {
    /// The live views, to be read only; nil where there are none that fit.
    public let projector: Projector?
    /// When they were built.
    public let builtAt: Timestamp?
    /// Why the file that is to be the live views cannot be used.
    public let unfitness: String?
    /// The event that a projection could not take in when it was last tried.
    public let failure: ProjectionFailure?
    /// How far a build has come that is under way, or that was stopped and will be carried on.
    public let building: Position?
    /// The other rules whose read models are kept, for an older program or from before an update.
    public let otherRules: [LiveViews]
}

/// Whether the live views are right.
extension Views {
    /// Compares the live views with a build from the first event on, and returns the first row that differs.
    ///
    /// A file of live views that cannot be used, and that the next command will build anew, is a difference too.
    public func check(progress: Progress = { _, _ in true }) throws -> ViewsDifference? {
        if let reason = try look().unfitness {
            return ViewsDifference(table: "views", live: "a file that cannot be used: \(reason)", rebuilt: "all tables")
        }
        let projector = try current(progress: progress)
        if let fault = try damage(of: projector.connection) {
            return ViewsDifference(table: "views", live: "a damaged file: \(fault)", rebuilt: "all tables")
        }
        try projector.catchUpIfPossible(with: store)
        return try projector.connection.transaction(.deferred) {
            let position = try projector.checkpoint().position
            let fresh = try Connection(path: "", mode: .create, on: disk)
            try builder.fill(fresh, through: position, progress: progress)
            return try ViewsComparison(live: projector.connection, fresh: fresh).firstDifference()
        }
    }

    // An index that says other things than its table gives wrong answers, though every row is right.
    func damage(of connection: Connection) throws -> String? {
        do {
            // What is wrong stands below a headline.
            return try connection.fault(by: "PRAGMA main.integrity_check(1)").map { fault in
                fault.split(separator: "\n").last.map(String.init) ?? fault
            }
        } catch let error as SQLiteError where error.isCorrupt {
            return error.message
        }
    }

    /// Looks at the live views as they stand: nothing is built or brought up to the log.
    public func condition() throws -> ViewsCondition {
        let (projector, unfitness) = try look()
        let all = try register.liveViews()
        let build = lookAtBuild()
        return ViewsCondition(
            projector: projector,
            builtAt: projector == nil ? nil : all.first { $0.rules == rules.description }?.builtAt,
            unfitness: unfitness, failure: try projector.map { try $0.failure() } ?? build.failure,
            building: build.position, otherRules: all.filter { $0.rules != rules.description })
    }

    // Where another process is at it, or has left a journal, it cannot always be read.
    private func lookAtBuild() -> (position: Position?, failure: ProjectionFailure?) {
        guard let files, let connection = try? Connection(path: files.buildPath, mode: .readOnly, on: files.disk) else {
            return (nil, nil)
        }
        return (try? ViewsCheckpoint(on: connection).position, try? ProjectionFailure(on: connection))
    }
}

extension Projector {
    /// What each read model holds where it stands, in one number each, the last that of what they share.
    ///
    /// - Complexity: Linear in the rows.
    public func digests() throws -> [ReadModelDigest] {
        try ReadModelDigest.all(on: connection)
    }

    /// Counts for each read model the rows that differ from those of another one, which counts as the live one.
    ///
    /// - Parameters:
    ///   - limit: How many rows of each read model are shown.
    ///   - ignored: Tables that are not compared.
    /// - Complexity: Linear in the rows.
    public func differences(
        from other: Projector, sampling limit: Int, ignoring ignored: Set<String> = []
    ) throws -> [ReadModelDifference] {
        try ViewsComparison(live: other.connection, fresh: connection).differences(
            sampling: limit, ignoring: ignored)
    }

    /// How many rows each read model has.
    public func rowCounts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for model in try ReadModelTables.models(on: connection) {
            counts[model.name] = try model.tables.reduce(0) { count, table in
                try count
                    + (connection.first("SELECT count(*) FROM main.\(SQL.identifier(table))") { try $0.next(Int.self) }
                        ?? 0)
            }
        }
        return counts
    }

    /// The event that could not be taken in when that was last tried; nil where all went well.
    public func failure() throws -> ProjectionFailure? {
        try ProjectionFailure(on: connection)
    }
}
