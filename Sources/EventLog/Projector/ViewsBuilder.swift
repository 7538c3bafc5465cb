internal import SQLite

/// Fills databases with the read models of a log, and tells whether those in a file can be used.
struct ViewsBuilder {
    let store: SQLiteEventStore
    let projections: [any Projection.Type]
    let catalogue: EventCatalogue

    /// Makes what applies events to a database that has the tables.
    func makeProjector(on connection: Connection) -> Projector {
        Projector(connection: connection, projections: projections, catalogue: catalogue)
    }

    /// Makes the tables in an empty database, and applies the log up to a position; the indexes come last.
    ///
    /// - Parameters:
    ///   - end: The end of a transaction; the log's head when nil.
    ///   - addTables: Makes what stands beside the tables of the projections.
    @discardableResult
    func fill(
        _ connection: Connection, through end: Position? = nil,
        adding addTables: (Connection) throws -> Void = { _ in },
        progress: Views.Progress
    ) throws -> Projector {
        try connection.run("PRAGMA page_size = 8192")
        try Projector.createTables(on: connection, projections: projections, ledger: store.identity.id)
        try addTables(connection)
        let projector = try advance(connection, through: end, progress: progress)
        try projector.createIndexes()
        // By what checkSchema(_:) compares. A PRAGMA takes no placeholder, but a quoted number.
        let schema = try connection.first("PRAGMA schema_version") { $0.integer(0) } ?? 0
        try connection.run("PRAGMA user_version = \(SQL.identifier(String(schema)))")
        return projector
    }

    /// Applies what the log holds beyond the database's checkpoint, up to a position.
    func advance(
        _ connection: Connection, through end: Position?, progress: Views.Progress
    ) throws -> Projector {
        // Else pages are written out and read again within one transaction: 34,000 writes for 10,000 events.
        try connection.run("PRAGMA cache_size = -32768")
        let projector = makeProjector(on: connection)
        let goal = try end ?? store.head().position
        try projector.catchUp(with: store, through: end) { progress($0, goal) }
        return projector
    }

    /// Lets a file be written without a journal: nobody reads it before it is whole, and a killed build is thrown away.
    static func leaveUnguarded(_ connection: Connection) throws {
        _ = try connection.first("PRAGMA journal_mode = OFF") { $0.text(0) }
        try connection.run("PRAGMA synchronous = OFF")
    }

    /// Refuses read models of another ledger, of a log that went another way, or of other projections.
    ///
    /// - Throws: ``ViewsError``; SQLite's own errors where the file is none of its databases.
    func validate(_ connection: Connection) throws {
        try ViewsCheckpoint(on: connection).validate(against: store)
        let built = try connection.rows("SELECT name, version FROM projections ORDER BY name") { row in
            "\(row.text(0)) \(row.integer(1))"
        }
        guard built == projections.map({ "\($0.name) \($0.version)" }).sorted() else { throw ViewsError.otherVersion }
        try checkSchema(connection)
    }

    // SQLite counts the changes of a schema: a table that was dropped since the build is noticed before it is missed.
    private func checkSchema(_ connection: Connection) throws {
        let built = try connection.first("PRAGMA user_version") { $0.integer(0) }
        let now = try connection.first("PRAGMA schema_version") { $0.integer(0) }
        guard built == now else { throw ViewsError.otherVersion }
    }
}
