import FleetSupport
import TestSupport
import Testing

/// The sample of a failover: two servers, a third one, and two nodes.
@Suite(.enabled(if: FleetDatabase.isPossible && mailledgerProgram() != nil, "PostgreSQL is not installed"))
struct FleetSampleTests {
    @Test func `runs to its end, with all that was recorded on both nodes`() throws {
        let program = try #require(mailledgerProgram()).path
        let shown = try shell("Samples/fleet/failover.sh '\(program)'", environment: [:])
        try #require(shown.status == 0, "\(shown.text)")
        // The server that took over takes no writes before a standby confirms them.
        #expect(shown.text.contains("takes writes only if a standby confirms them"), "\(shown.text)")
        let verified = shown.text.matches(of: /events in 3 transactions are valid\.\n +root ([0-9a-f]{64})/)
        #expect(verified.count == 2 && Set(verified.map(\.1)).count == 1, "\(shown.text)")
    }
}
