public import CivilTime
internal import SQLiteDatabase

/// The condition of the live views, found without changing anything.
public struct ViewsCondition {
    /// The live views, for reading only; nil if no views are usable.
    public let projector: Projector?
    /// When they were built.
    public let builtAt: Timestamp?
    /// The reason why the file of the live views cannot be used.
    public let unfitness: String?
    /// The event that a projection could not apply at the last attempt.
    public let failure: ProjectionFailure?
    /// The position that a running build has reached, or a stopped one that will be carried on.
    public let building: Position?
    /// The read models of other rules that are kept for an older program, or from before an update.
    public let otherRules: [LiveViews]
}

/// Checks whether the live views are right.
extension Views {
    /// Compares the live views with a build from the first event on, and returns the first row that differs.
    ///
    /// A file of live views that cannot be used counts as a difference, too; the next command rebuilds it.
    public func check(progress: Progress = { _, _ in true }) throws -> ViewsDifference? {
        if let reason = try look().unfitness {
            return ViewsDifference(file: "views", live: "a file that cannot be used: \(reason)")
        }
        let projector = try current(progress: progress)
        if let fault = try Self.damage(of: projector.connection) {
            return ViewsDifference(file: "views", live: "a damaged file: \(fault)")
        }
        do {
            try projector.catchUpIfPossible(with: store)
        } catch let error as ViewsError {
            return ViewsDifference(file: "views", live: "rows of another log: \(error)")
        }
        return try projector.connection.transaction(.deferred) {
            let position = try projector.checkpoint().position
            let fresh = try Connection(path: "", mode: .create, on: disk)
            try builder.fill(fresh, through: position, progress: progress)
            return try ViewsComparison(live: projector.connection, fresh: fresh).firstDifference()
        }
    }

    // An index that differs from its table gives wrong answers, though every row is right.
    static func damage(of connection: Connection) throws -> String? {
        do {
            // The first line is a headline; the fault is below it.
            return try connection.fault(by: "PRAGMA main.integrity_check(1)").map { fault in
                fault.split(separator: "\n").last.map(String.init) ?? fault
            }
        } catch let error as SQLiteError where error.isCorrupt {
            return error.message
        }
    }

    /// Inspects the live views as they are, without building them or bringing them up to date.
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

    // If another process is writing it, or has left a journal, it cannot always be read.
    private func lookAtBuild() -> (position: Position?, failure: ProjectionFailure?) {
        guard let files, let connection = try? Connection(path: files.buildPath, mode: .readOnly, on: files.disk) else {
            return (nil, nil)
        }
        return (try? ViewsCheckpoint(on: connection).position, try? ProjectionFailure(on: connection))
    }
}

extension Projector {
    /// The contents of each read model as one number, with one for the tables that they share at the end.
    ///
    /// - Complexity: Linear in the rows.
    public func digests() throws -> [ReadModelDigest] {
        try ReadModelDigest.all(on: connection)
    }

    /// Counts for each read model the rows that differ from those of another projector, which counts as the live one.
    ///
    /// - Parameters:
    ///   - limit: The number of rows shown for each read model.
    ///   - ignored: Tables that are not compared.
    /// - Complexity: Linear in the rows.
    public func differences(
        from other: Projector, sampling limit: Int, ignoring ignored: Set<String> = []
    ) throws -> [ReadModelDifference] {
        try ViewsComparison(live: other.connection, fresh: connection).differences(
            sampling: limit, ignoring: ignored)
    }

    /// The number of rows of each read model.
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

    /// The event that could not be applied at the last attempt; nil if all went well.
    public func failure() throws -> ProjectionFailure? {
        try ProjectionFailure(on: connection)
    }
}
