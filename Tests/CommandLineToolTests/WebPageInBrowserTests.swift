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
        let home = try DemoHome()
        let output = try home.run("timeout 240 /usr/bin/python3 '\(projectRoot)/Tests/Fixtures/Browser/page.py'")
        #expect(output.exitCode == 0, "\(output.errorText)")
        let lines = output.text.split(separator: "\n")
        let outcomes = try lines.map { try JSONDecoder().decode(Outcome.self, from: Data($0.utf8)) }
        for outcome in outcomes where outcome.fault != nil {
            Issue.record("\(outcome.name): \(outcome.fault ?? "")")
        }
        #expect(outcomes.count >= 25, "\(outcomes.map(\.name))")
    }
}
