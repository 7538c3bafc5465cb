import LibPQ
import Testing

@testable import Fleet

/// What is made of the settings of a server, without one.
struct ServerFactsTests {
    private static let here = ConnectionWay(host: "/run/postgresql", address: "", sslmode: "prefer")

    private func faults(
        _ settings: [String: String] = [:], version: Int = 150_018, way: ConnectionWay = here
    ) -> [ServerFault] {
        let good = [
            "server_encoding": "UTF8", "client_encoding": "UTF8", "fsync": "on", "full_page_writes": "on",
            "session_replication_role": "origin",
            "synchronous_standby_names": "db2", "synchronous_commit": "on", "log_statement": "none",
            "log_min_duration_statement": "-1", "log_min_duration_sample": "-1", "log_transaction_sample_rate": "0",
            "log_parameter_max_length": "-1", "log_parameter_max_length_on_error": "0", "debug_print_plan": "off",
        ]
        return ServerFacts(settings: good.merging(settings) { $1 }, version: version, way: way).faults
    }

    @Test func `a good server has no fault`() {
        #expect(faults() == [])
    }

    @Test func `a server that takes text for other letters is refused, whatever its database has`() {
        let found = faults(["client_encoding": "LATIN1"])
        #expect(found.map(\.name) == ["client_encoding"] && found.map(\.weight) == [.refused])
        // A pooler repeats it as the client wrote it.
        #expect(faults(["client_encoding": "utf8"]) == [])
    }

    @Test(arguments: [(130_022, true), (140_000, false), (180_001, false)])
    func `a server before 14 is refused`(version: Int, isRefused: Bool) {
        #expect(faults(version: version).map(\.weight) == (isRefused ? [.refused] : []))
        #expect(faults(version: version).map(\.name) == (isRefused ? ["server_version"] : []))
    }

    @Test(arguments: [
        ("db1.example.org", "192.0.2.7", "prefer", true), ("db1.example.org", "192.0.2.7", "verify-ca", true),
        ("db1.example.org", "192.0.2.7", "verify-full", false), ("localhost", "127.0.0.1", "disable", false),
        ("::1", "::1", "disable", false), ("/tmp", "", "prefer", false), ("db1", "fd00::2", "require", true),
    ])
    func `beyond this machine a server has to prove who it is`(
        host: String, address: String, mode: String, isWarned: Bool
    ) {
        let faults = faults(way: ConnectionWay(host: host, address: address, sslmode: mode))
        #expect(faults.map(\.name) == (isWarned ? ["sslmode"] : []))
        #expect(faults.allSatisfy { $0.weight == .warned && $0.value == mode })
    }

    @Test func `logs of statements show mail only with their parameters`() {
        #expect(faults(["log_statement": "mod"]).map(\.name) == ["log_statement"])
        #expect(faults(["log_statement": "all", "log_parameter_max_length": "0"]) == [])
        #expect(faults(["log_statement": "ddl"]) == [])
        #expect(faults(["log_transaction_sample_rate": "0.5"]).map(\.name) == ["log_transaction_sample_rate"])
    }

    @Test func `what refuses a ledger comes first`() {
        let found = faults(["synchronous_standby_names": "", "fsync": "off", "log_statement": "all"])
        #expect(found.map(\.name) == ["fsync", "synchronous_standby_names", "log_statement"])
        #expect(found.map(\.weight) == [.refused, .warned, .named])
    }
}
