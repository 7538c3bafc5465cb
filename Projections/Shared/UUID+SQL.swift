internal import SQLiteDatabase

extension SQL {
    /// Writes a column of 16 bytes as a UUID in lower case, for the public tables.
    ///
    /// It is short because every connection reads the definitions of all public tables, which consist mostly of these.
    static func uuid(_ column: SQL) -> SQL {
        let hex: SQL = "hex(\(column))"
        return """
            lower(printf('%.8s-%.4s-%.4s-%.4s-%s', \(hex), substr(\(hex), 9), substr(\(hex), 13), substr(\(hex), 17), \
            substr(\(hex), 21)))
            """
    }

    /// The same where the column may be NULL.
    static func optionalUUID(_ column: SQL) -> SQL {
        "CASE WHEN \(column) IS NOT NULL THEN \(uuid(column)) END"
    }
}
