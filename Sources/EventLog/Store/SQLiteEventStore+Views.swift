public import CivilTime
internal import SQLite

/// The read models that one set of rules has live: a file among the generations of the views.
public struct LiveViews: Hashable, Sendable {
    /// The projections and their versions, as ``ViewsRules`` writes them.
    public let rules: String
    /// The number of the file.
    public let generation: Int64
    public let builtAt: Timestamp
}

/// Which generation of the views is live: one for each set of rules, so that an older program goes on with its own.
extension SQLiteEventStore {
    /// Of how many sets of rules the read models are kept: those of a program, and of the one that it took the place of.
    static let keptRules = 2

    /// The live views, those that were built last first.
    public func liveViews() throws -> [LiveViews] {
        try mappingErrors {
            try connection.rows("SELECT rules, generation, built_at FROM views ORDER BY generation DESC") { row in
                try LiveViews(rules: row.next(), generation: row.next(), builtAt: row.next())
            }
        }
    }

    /// The number of the newest live views, whatever rules built them; 0 where there are none.
    public func latestGeneration() throws -> Int64 {
        try mappingErrors { try connection.first("SELECT max(generation) FROM views") { try $0.next(Int64.self) } ?? 0 }
    }

    /// The number of the views that are live under some rules, 0 where there are none; it is compared before every use of them.
    public func viewsGeneration(of rules: ViewsRules) throws -> Int64 {
        try mappingErrors {
            try connection.first("SELECT generation FROM views WHERE rules = \(bind: rules.description)") {
                try $0.next()
            } ?? 0
        }
    }

    /// Makes other views the live ones of some rules at this moment of the system's clock, and forgets those of the rules that were longest without a new build.
    public func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws {
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
                        (SELECT generation FROM views ORDER BY generation DESC LIMIT \(bind: Self.keptRules))
                    """)
            }
        }
    }

    /// Forgets the views up to a number, of whatever rules: nobody takes their files for live any more.
    package func forgetViews(through generation: Int64) throws {
        try withLockBesideEvents {
            _ = try mappingErrors {
                try connection.run("DELETE FROM views WHERE generation <= \(bind: generation)")
            }
        }
    }
}
