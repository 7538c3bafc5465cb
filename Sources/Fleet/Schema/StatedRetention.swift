internal import LibPQ

/// For how many days archives and backups of the database are kept, as its operator states.
enum StatedRetention {
    private static let name = "retention_days"

    /// Returns the days; nil if nobody stated them.
    static func days(on connection: PostgresConnection) throws -> Int? {
        try connection.first("SELECT value FROM mailledger.setting WHERE name = \(.text(name))") {
            try Int($0.next(String.self))
        } ?? nil
    }

    /// States them; an administrator may.
    static func state(_ days: Int, on connection: PostgresConnection) throws {
        _ = try connection.ask(
            """
            INSERT INTO mailledger.setting VALUES (\(.text(name)), \(.text("\(days)")))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }
}
