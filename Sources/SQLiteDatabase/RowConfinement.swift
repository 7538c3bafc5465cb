/// The rows of a database that statements of a connection see while it is confined to them; of tables that it does not name they see nothing.
///
/// Each table is covered by a view of the same name in the schema `temp`, where SQLite looks for a name first
/// (<https://www.sqlite.org/lang_naming.html>). So no statement has to know of it.
public struct RowConfinement: Sendable {
    let names: Set<String>
    /// A SELECT of the keys.
    let reached: SQL
    let opening: String
    let closing: String

    /// - Parameters:
    ///   - reached: Selects the keys, which conditions find in `temp.reached`.
    ///   - tables: For each table the condition on a row that is seen. Its names are those of the schema `main`, and it has no values.
    public init(to reached: SQL, tables: [String: SQL]) {
        precondition(tables.values.allSatisfy(\.values.isEmpty), "a view has no values")
        let views = tables.sorted { $0.key < $1.key }.map { name, condition in
            "CREATE TEMP VIEW \(.identifier(name)) AS SELECT * FROM main.\(.identifier(name)) WHERE \(condition)" as SQL
        }
        names = Set(tables.keys)
        self.reached = reached
        opening = views.joined(separator: "; ").text
        closing =
            names.sorted().map { "DROP VIEW IF EXISTS temp.\(.identifier($0))" as SQL }.joined(separator: "; ").text
    }
}

extension Connection {
    /// Runs the closure while statements see some rows alone, and can change none.
    ///
    /// - Throws: ``SQLiteError`` with ``SQLiteError/isDenied`` where a statement asks for another table.
    public func confined<Output>(to rows: RowConfinement, _ body: () throws -> Output) throws -> Output {
        try endConfinement()
        try confine(to: rows)
        let output: Output
        do {
            output = try body()
        } catch {
            try endConfinement()
            throw error
        }
        try endConfinement()
        return output
    }

    /// Runs the closure while statements see all rows, whether the connection is confined or not.
    public func unconfined<Output>(_ body: () throws -> Output) throws -> Output {
        guard let rows = confinement else { return try body() }
        try endConfinement()
        let output: Output
        do {
            output = try body()
        } catch {
            try confine(to: rows)
            throw error
        }
        try confine(to: rows)
        return output
    }

    private func confine(to rows: RowConfinement) throws {
        // First, so that what fails half-way is taken back before anything is read.
        confinement = rows
        do {
            try execute("CREATE TEMP TABLE IF NOT EXISTS reached (id INTEGER PRIMARY KEY); DELETE FROM temp.reached")
            try run("INSERT INTO temp.reached \(rows.reached)")
            try execute(rows.opening)
            guardian = try ReadGuard(of: handle, rows.names)
        } catch {
            try endConfinement()
            throw error
        }
    }

    /// Shows all rows again.
    public func endConfinement() throws {
        guard let rows = confinement else { return }
        guardian = nil
        try execute(rows.closing)
        try execute("DROP TABLE IF EXISTS temp.reached")
        confinement = nil
    }
}
