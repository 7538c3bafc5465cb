import Testing

@testable import LibPQ

struct PostgresErrorTests {
    @Test(arguments: [
        ("28P01", "FATAL:  password authentication failed", true), ("3D000", "FATAL:  no such place", true),
        ("42501", "FATAL:  permission denied to set parameter", true), ("22023", "FATAL:  invalid value", true),
        ("XX000", "FATAL:  unexpected", true),
        // A server that starts, in whatever language; one that ends; one that is full.
        ("57P03", "FATAL:  das Datenbanksystem startet", false), ("57P01", "FATAL:  terminating connection", false),
        ("53300", "FATAL:  too many connections for role \"node\"", false), ("08001", "no answer", false),
        // pgbouncer.
        ("08P01", "FATAL:  database \"mail\" does not exist", true),
        ("08P01", "FATAL:  unsupported startup parameter: options", true),
        ("08P01", "FATAL:  pgbouncer cannot connect to server", false),
        ("08P01", "FATAL:  server login failed: FATAL: too many connections for role \"node\"", false),
    ])
    func `a connection is refused for good, or for now`(state: String, message: String, isForGood: Bool) {
        let error = PostgresError.refused(state: state, message)
        #expect(error.condition == (isForGood ? .noAccess : .unreachable))
        #expect(error.message == message && error.state == state)
    }
}
