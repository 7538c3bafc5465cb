import Access
import Foundation
import TestSupport
import Testing

/// JMAP as programs speak it that know HTTP and JSON, and nothing of this server.
@Suite struct `A client of JMAP` {
    /// Runs a script of Tests/Fixtures/JMAP on a ledger that is served.
    private func run(_ command: String, _ last: (ServedLedger) -> String) throws -> ProgramOutput {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .write)
        return try shell(
            "\(command.hasSuffix(".py") ? "python3 " : "")'\(projectRoot)/Tests/Fixtures/JMAP/\(command)' http://127.0.0.1:\(served.port) \(token) '\(last(served))'",
            environment: [:])
    }

    @Test(.enabled("python3 is absent") { areInstalled("python3") })
    func `that is Python's urllib reads, marks, brings in, fetches and is pushed to`() throws {
        let output = try run("urllib_session.py") { _ in "mara@example.org" }
        let steps = [
            "session", "query and get by a reference", "a keyword and its change", "an upload and its import",
            "a download", "a push",
        ]
        #expect(output.status == 0 && output.text == steps.map { $0 + "\n" }.joined(), "\(output.text)")
    }

    @Test(.enabled("curl is absent") { areInstalled("curl") })
    func `that is curl asks, and fetches a message in parts`() throws {
        let output = try run("curl_session.sh") { $0.folder.path("") }
        let lines = [
            "account 33", "blob 65", "206", "10-19", "the same bytes", "gone on with", "200", "all of others", "304",
        ]
        #expect(output.status == 0 && output.text == lines.map { $0 + "\n" }.joined(), "\(output.text)")
    }
}
