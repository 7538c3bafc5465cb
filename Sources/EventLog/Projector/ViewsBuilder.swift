internal import DiskFiles
internal import SQLiteDatabase

/// Fills databases with the read models of a log, and checks whether those in a file are usable.
struct ViewsBuilder {
    let store: any LogReading
    /// The disk of the databases.
    let disk: any Files
    let projections: [any Projection.Type]
    let catalogue: EventCatalogue

    /// Makes the projector that applies events to a database with tables.
    func makeProjector(on connection: Connection) -> Projector {
        Projector(connection: connection, projections: projections, catalogue: catalogue)
    }

    /// Creates the tables in an empty database, and applies the log up to a position; the indexes come last.
    ///
    /// - Parameter end: The end of a transaction; the log's head when nil.
    @discardableResult
    func fill(
        _ connection: Connection, through end: Position? = nil, progress: Views.Progress
    ) throws -> Projector {
        try begin(connection)
        let projector = try advance(connection, through: end, progress: progress)
        try finish(projector)
        return projector
    }

    /// Folds the beginning of the log into an empty file, and returns whether it is a database now.
    func fold(into path: String, through end: Position?, progress: Views.Progress) throws -> Bool {
        try ViewsFold.write(to: path, by: self, through: end) { try progress($0, end ?? store.head().position) }
    }

    /// Creates the tables in an empty database, all of them or none.
    func begin(_ connection: Connection) throws {
        try connection.run("PRAGMA page_size = 8192")
        // Read before any event: a place that is blanked during the build makes the build outdated.
        let origin = try BuildOrigin(erasures: store.erasureCount(), boot: disk.startOfSystem)
        try connection.transaction(.immediate) {
            try Projector.createTables(
                on: connection, projections: projections, contexts: catalogue.addedContexts, ledger: store.identity.id)
            try origin.write(to: connection)
        }
    }

    /// Creates the indexes that come last, unless the database is complete already.
    func finish(_ projector: Projector) throws {
        let connection = projector.connection
        guard try !isWhole(connection) else { return }
        do {
            try connection.transaction(.immediate) { try createIndexes(on: connection) }
        } catch let error as SQLiteError where error.isConstraint {
            try nameEvent(refusedThrough: projector.checkpoint().position, in: connection)
            throw error
        }
    }

    /// Applies the events once more with the indexes in place: an index that comes last names no event that it refuses.
    private func nameEvent(refusedThrough end: Position, in connection: Connection) throws {
        let indexed = try Connection(path: "", mode: .create, on: disk)
        try begin(indexed)
        try indexed.transaction(.immediate) { try createIndexes(on: indexed) }
        do {
            _ = try advance(indexed, through: end) { _, _ in true }
        } catch EventLogError.projectionFailed(let failure) {
            try? failure.record(on: connection)
            throw EventLogError.projectionFailed(failure)
        }
    }

    /// Creates the indexes that come last.
    func createIndexes(on connection: Connection) throws {
        try RecordedTransactions.createIndexes(on: connection)
        for projection in projections { try projection.createIndexes(on: connection) }
        try markWhole(connection)
    }

    /// Removes the record of how a finished database was built, before it becomes live.
    func seal(_ connection: Connection) throws {
        try connection.transaction(.immediate) {
            try connection.run("DROP TABLE built")
            try markWhole(connection)
        }
    }

    private func markWhole(_ connection: Connection) throws {
        let schema = try connection.first("PRAGMA schema_version") { try $0.next(Int64.self) } ?? 0
        // A PRAGMA takes no placeholder, but a quoted number.
        try connection.run("PRAGMA user_version = \(SQL.identifier(String(schema)))")
    }

    /// Whether the database has all tables and indexes that a build ends with.
    ///
    /// SQLite counts the changes of a schema, so a table that was dropped since is noticed before it is used.
    private func isWhole(_ connection: Connection) throws -> Bool {
        try connection.first("PRAGMA user_version") { try $0.next(Int64.self) }
            == connection.first("PRAGMA schema_version") { try $0.next(Int64.self) }
    }

    /// Applies what the log holds beyond the database's checkpoint, up to a position.
    func advance(
        _ connection: Connection, through end: Position?, progress: Views.Progress
    ) throws -> Projector {
        // Otherwise pages are written out and read again within one transaction: 34,000 writes for 10,000 events.
        try connection.run("PRAGMA cache_size = -32768")
        let projector = makeProjector(on: connection)
        // Others write meanwhile: progress is measured by where the log ends now.
        func report(_ reached: Position) throws -> Bool { try progress(reached, end ?? store.head().position) }
        let start = try projector.checkpoint().position
        if start > .start { guard try report(start) else { throw EventLogError.cancelled } }
        try projector.catchUp(with: store, through: end) { try report($0) }
        return projector
    }

    /// Lets a file be written without a journal: nobody reads it before it is whole, and a killed build is thrown away.
    static func leaveUnguarded(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = OFF") { _ in }
        try connection.run("PRAGMA synchronous = OFF")
    }

    /// Refuses read models of another ledger, of a log that diverged, or of other projections.
    ///
    /// - Throws: ``ViewsError``; SQLite's own errors if the file is none of its databases.
    func validate(_ connection: Connection) throws {
        try validateOrigin(connection)
        guard try isWhole(connection) else { throw ViewsError.otherVersion }
    }

    /// Does the same for a database that may be unfinished.
    func validateOrigin(_ connection: Connection) throws {
        try ViewsCheckpoint(on: connection).validate(against: store)
        let built = try connection.rows("SELECT name, version FROM projections ORDER BY name") { row in
            "\(try row.next(String.self)) \(try row.next(Int64.self))"
        }
        let wanted = projections.map { "\($0.name) \($0.version)" } + catalogue.addedContexts.map { "+\($0) 0" }
        guard built == wanted.sorted() else { throw ViewsError.otherVersion }
    }
}
