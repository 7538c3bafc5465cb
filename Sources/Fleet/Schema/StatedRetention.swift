internal import LibPQ

/// For how many days archives and backups of the database are kept, as its operator states.
enum StatedRetention {
    /// Returns the days; nil if nobody stated them.
    static func days(on connection: PostgresConnection) throws -> Int? {
        try connection.first("SELECT \(DatabaseSetting.retentionDays.question)") {
            try $0.next(String?.self).flatMap { Int($0) }
        } ?? nil
    }

    /// States them; an administrator may.
    static func state(_ days: Int, on connection: PostgresConnection) throws {
        try DatabaseSetting.retentionDays.state("\(days)", on: connection)
    }
}
