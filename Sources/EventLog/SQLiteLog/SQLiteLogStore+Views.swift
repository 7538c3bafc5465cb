internal import CivilTime
internal import SQLite

/// The register of a ledger in a folder: a table of the log's own file.
extension SQLiteLogStore: ViewsRegister {
    package func liveViews() throws -> [LiveViews] {
        try mappingErrors {
            try connection.rows("SELECT rules, generation, built_at FROM views ORDER BY generation DESC") { row in
                try LiveViews(rules: row.next(), generation: row.next(), builtAt: row.next())
            }
        }
    }

    package func latestGeneration() throws -> Int64 {
        try mappingErrors { try connection.first("SELECT max(generation) FROM views") { try $0.next(Int64.self) } ?? 0 }
    }

    package func viewsGeneration(of rules: ViewsRules) throws -> Int64 {
        try mappingErrors {
            try connection.first("SELECT generation FROM views WHERE rules = \(bind: rules.description)") {
                try $0.next()
            } ?? 0
        }
    }

    package func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws {
        try withLockBesideEvents {
            try mappingErrors {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO views
                    VALUES (\(bind: rules.description), \(bind: generation), \(bind: Timestamp.now.microseconds))
                    """)
                _ = try connection.run(
                    """
                    DELETE FROM views WHERE generation NOT IN
                        (SELECT generation FROM views ORDER BY generation DESC LIMIT \(bind: LiveViews.keptRules))
                    """)
            }
        }
    }

    package func forgetViews(through generation: Int64) throws {
        try withLockBesideEvents {
            _ = try mappingErrors {
                try connection.run("DELETE FROM views WHERE generation <= \(bind: generation)")
            }
        }
    }
}
