internal import LibPQ

/// Whether new ledgers take writes only if a standby confirms them: a setting of the whole database.
///
/// A ledger keeps what held when it was made, until an administrator changes it.
enum StandbyPolicy {
    private static let name = "standby"
    private static let optional = "optional"

    /// Asks whether new ledgers need a standby, and whether the server has one. They need it unless somebody has said
    /// otherwise.
    static let question: PostgresStatement = """
        SELECT coalesce((SELECT value FROM mailledger.setting WHERE name = \(.text(name))), '') <> \(.text(optional)),
            current_setting('synchronous_standby_names') <> ''
        """

    /// Sets whether they do; an administrator may.
    static func require(_ isRequired: Bool, on connection: PostgresConnection) throws {
        _ = try connection.ask(
            """
            INSERT INTO mailledger.setting VALUES (\(.text(name)), \(.text(isRequired ? "required" : optional)))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }
}
