public import SQLite

/// Asks for the labels that messages have: the keywords without a dollar sign in front.
public struct LabelsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns labels that begin so, in byte order, each once; those of deleted messages too.
    ///
    /// - Complexity: One step in the index for each label, however many messages have it.
    public func all(beginningWith prefix: String, limit: Int) throws -> [String] {
        try connection.rows(
            """
            WITH RECURSIVE label(name) AS (
                SELECT min(name) FROM keyword WHERE name >= \(bind: prefix)
                UNION ALL
                SELECT (SELECT min(name) FROM keyword WHERE name > label.name) FROM label WHERE label.name IS NOT NULL
            )
            SELECT name FROM label
            WHERE name IS NOT NULL AND substr(name, 1, 1) <> '$' AND substr(name, 1, length(\(bind: prefix))) = \(bind: prefix)
            LIMIT \(bind: limit)
            """
        ) { $0.text(0) }
    }
}
