public import Mail
public import SQLiteDatabase

/// Asks for the labels that messages have: the keywords without a dollar sign in front.
public struct LabelsQuery {
    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    /// Returns how a label is written on the earliest message that has it; nil if none does.
    public func spelling(of label: Keyword) throws -> Keyword? {
        try connection.first(
            "SELECT spelling FROM keyword WHERE name = \(bind: label.key) ORDER BY message LIMIT 1"
        ) { try Keyword($0.next()) }
    }

    /// Returns labels that begin so in any case, in byte order, each once; those of deleted messages too.
    ///
    /// - Complexity: One step in the index for each label, however many messages have it.
    public func all(beginningWith prefix: String, limit: Int) throws -> [String] {
        let prefix = Keyword.key(of: prefix)
        return try connection.rows(
            """
            WITH RECURSIVE label(name) AS (
                SELECT min(name) FROM keyword WHERE name >= \(bind: prefix)
                UNION ALL
                SELECT (SELECT min(name) FROM keyword WHERE name > label.name) FROM label WHERE label.name IS NOT NULL
            )
            SELECT (SELECT spelling FROM keyword WHERE keyword.name = label.name LIMIT 1) FROM label
            WHERE name IS NOT NULL AND substr(name, 1, 1) <> '$' AND substr(name, 1, length(\(bind: prefix))) = \(bind: prefix)
            LIMIT \(bind: limit)
            """
        ) { try $0.next() }
    }
}
