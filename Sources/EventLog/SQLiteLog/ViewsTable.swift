internal import CivilTime
internal import SQLiteDatabase

/// The table `views` of a database: the live generation of each set of rules.
struct ViewsTable {
    static let creation: SQL = """
        CREATE TABLE views (
            rules TEXT PRIMARY KEY,
            generation INTEGER NOT NULL,
            built_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func liveViews() throws -> [LiveViews] {
        try connection.rows("SELECT rules, generation, built_at FROM views ORDER BY generation DESC") { row in
            try LiveViews(rules: row.next(), generation: row.next(), builtAt: row.next())
        }
    }

    func latestGeneration() throws -> Int64 {
        try connection.first("SELECT max(generation) FROM views") { try $0.next(Int64.self) } ?? 0
    }

    func generation(of rules: ViewsRules) throws -> Int64 {
        try connection.first("SELECT generation FROM views WHERE rules = \(bind: rules.description)") {
            try $0.next()
        } ?? 0
    }

    func set(_ generation: Int64, of rules: ViewsRules) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO views
            VALUES (\(bind: rules.description), \(bind: generation), \(bind: Timestamp.now.microseconds))
            """)
        try connection.run(
            """
            DELETE FROM views WHERE generation NOT IN
                (SELECT generation FROM views ORDER BY generation DESC LIMIT \(bind: LiveViews.keptRules))
            """)
    }

    func forget(through generation: Int64) throws {
        try connection.run("DELETE FROM views WHERE generation <= \(bind: generation)")
    }
}
