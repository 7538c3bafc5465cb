import Foundation
import TestSupport
import Testing

/// What readers do with the page of a ledger: `Tests/Fixtures/Browser/page.py` does it in Chromium, on the demo's ledger.
@Suite(.enabled(if: Browser.isPresent, "chromium, chromium-driver or python3-selenium is absent"), .serialized)
struct `The page of a ledger in a browser` {
    private struct Outcome: Decodable {
        let name: String
        let fault: String?
    }

    @Test func `answers five questions, agrees with the command line, and can be used by everybody`() throws {
        // Beside each other: one after the other they take longer than any other test, and the suite waits for its last.
        let script = "\(projectRoot)/Tests/Fixtures/Browser/page.py"
        let parts = try ["questions", "agreement", "looks"].map { part in
            let home = try DemoHome()
            return (home: home, process: try home.start("timeout 240 /usr/bin/python3 '\(script)' \(part)"))
        }
        var outcomes: [Outcome] = []
        for (_, process) in parts {
            let output = try process.wait()
            #expect(output.exitCode == 0, "\(output.errorText)")
            outcomes += try output.text.split(separator: "\n").map {
                try JSONDecoder().decode(Outcome.self, from: Data($0.utf8))
            }
        }
        for outcome in outcomes where outcome.fault != nil {
            Issue.record("\(outcome.name): \(outcome.fault ?? "")")
        }
        #expect(Set(outcomes.map(\.name)).count >= 25, "\(outcomes.map(\.name))")
    }
}
