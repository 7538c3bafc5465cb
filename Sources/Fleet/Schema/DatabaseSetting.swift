internal import LibPQ

/// What the operator states of the whole database, by its name in `mailledger.setting`.
enum DatabaseSetting: String {
    /// For how many days archives and backups of the database are kept.
    case retentionDays = "retention_days"
    /// Whether new ledgers need a standby.
    case standby

    /// The value; NULL if nobody stated one.
    var question: PostgresStatement { "(SELECT value FROM mailledger.setting WHERE name = \(.text(rawValue)))" }

    /// States the value; an administrator may.
    func state(_ value: String, on connection: PostgresConnection) throws {
        _ = try connection.ask(
            """
            INSERT INTO mailledger.setting VALUES (\(.text(rawValue)), \(.text(value)))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }
}
