internal import LibPQ

extension FleetSchema {
    /// Makes the tables and the roles of a database, as an administrator who may create roles.
    ///
    /// - Parameter newNeedStandby: Whether ledgers that are made from now on take writes only if a standby confirms them;
    ///   nil to leave that. Without any word they do.
    /// - Throws: ``FleetError``, ``EventLogError/unreachable(place:reason:)``.
    package static func apply(at url: LedgerURL, newNeedStandby: Bool? = nil) throws {
        let log = PostgresLog(url.address)
        try log.mapping {
            let connection = try PostgresConnection(to: url.address)
            try FleetError.changing {
                try apply(on: connection)
                if let newNeedStandby { try StandbyPolicy.require(newNeedStandby, on: connection) }
            }
        }
    }
}
