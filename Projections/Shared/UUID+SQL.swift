internal import SQLite

extension SQL {
    /// Writes a column of 16 bytes as a UUID in lower case, for the public tables.
    static func uuid(_ column: SQL) -> SQL {
        let hex: SQL = "lower(hex(\(column)))"
        return """
            substr(\(hex), 1, 8) || '-' || substr(\(hex), 9, 4) || '-' || substr(\(hex), 13, 4) || '-' || \
            substr(\(hex), 17, 4) || '-' || substr(\(hex), 21)
            """
    }

    /// The same where the column may be NULL.
    static func optionalUUID(_ column: SQL) -> SQL {
        "CASE WHEN \(column) IS NOT NULL THEN \(uuid(column)) END"
    }
}
