internal import LibPQ

extension PostgresLog {
    /// Looks for what can lose or show mail.
    func examine() throws -> (summary: String, faults: [ServerFault]) {
        let connection = try connect()
        return try mapping {
            let examination = try ServerExamination(on: connection)
            return (examination.summary(), try examination.faults())
        }
    }
}
