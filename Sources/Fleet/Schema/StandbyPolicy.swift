internal import LibPQ

/// Whether new ledgers take writes only if a standby confirms them.
///
/// A ledger keeps what held when it was made, until an administrator changes it.
enum StandbyPolicy {
    private static let optional = "optional"

    /// Asks whether new ledgers need a standby, and whether the server has one. They need it unless somebody has said
    /// otherwise.
    static var question: PostgresStatement {
        """
        SELECT coalesce(\(DatabaseSetting.standby.question), '') <> \(.text(optional)),
            current_setting('synchronous_standby_names') <> ''
        """
    }

    /// Sets whether they do; an administrator may.
    static func require(_ isRequired: Bool, on connection: PostgresConnection) throws {
        try DatabaseSetting.standby.state(isRequired ? "required" : optional, on: connection)
    }
}
