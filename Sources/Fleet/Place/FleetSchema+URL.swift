internal import LibPQ

extension FleetSchema {
    /// Makes the tables and the roles of a database, as an administrator who may create roles.
    ///
    /// - Parameter newNeedStandby: Whether ledgers that are made from now on take writes only if a standby confirms them;
    ///   nil to leave that. Without any word they do.
    /// - Returns: The guards that were missing or changed, and are made again.
    /// - Throws: ``FleetError``, ``EventLogError/unreachable(place:reason:)``.
    @discardableResult
    package static func apply(at url: LedgerURL, newNeedStandby: Bool? = nil) throws -> [String] {
        let log = PostgresLog(url.address)
        return try log.mapping {
            let connection = try PostgresConnection(to: url.address)
            // Tables in another encoding would stay empty for ever: no ledger can be made there.
            if let fault = ServerFacts(encodingOf: connection).faults.first(where: { $0.weight == .refused }) {
                throw FleetError.setting(fault)
            }
            return try FleetError.changing {
                let renewed = try apply(on: connection)
                if let newNeedStandby { try StandbyPolicy.require(newNeedStandby, on: connection) }
                return renewed
            }
        }
    }
}
