internal import LibPQ

extension FleetSchema {
    /// Makes the tables and the roles of a database, as an administrator who may create roles.
    ///
    /// - Throws: ``FleetError``, ``EventLogError/unreachable(place:reason:)``.
    package static func apply(at url: LedgerURL) throws {
        let log = PostgresLog(url.address)
        try log.mapping { try apply(on: PostgresConnection(to: url.address)) }
    }
}
