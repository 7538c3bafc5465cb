internal import LibPQ

extension PostgresLog {
    /// Looks for what can lose or show mail, and for what of it the ledger is set to allow.
    func examine() throws -> (summary: String, faults: [ServerFault], allowed: [ServerFault]) {
        let connection = try connect()
        return try mapping {
            let examination = try ServerExamination(on: connection)
            let needsStandby = try connection.first(
                "SELECT needs_standby FROM mailledger.ledger WHERE name = \(.text(ledgerName))"
            ) { try $0.next(Bool.self) }
            let isAllowed = { (fault: ServerFault) in
                fault.name == ServerFacts.standbyNames && needsStandby == false
            }
            let faults = try examination.faults()
            return (examination.summary(), faults.filter { !isAllowed($0) }, faults.filter(isAllowed))
        }
    }
}
