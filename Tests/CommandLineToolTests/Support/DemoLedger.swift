import TestSupport
import Testing

/// The ledger that `mailledger demo` makes: the same on every machine, so that answers can be told to the last byte.
enum DemoLedger {
    /// Two days after the last line of its story: what dates are told from.
    static let now = "2026-02-20T09:00:00Z"

    /// Made once for all tests; to be read, or copied.
    private static let template = Result<ToolLedger, any Error> {
        let ledger = try ToolLedger(account: nil)
        let result = try ledger.run("demo", "--build-only", ledger.path, "--samples", projectRoot + "/Samples")
        try #require(result.exitCode == 0, "\(result.errorText)")
        #expect(result.text == ledger.path + "\n" && result.errorText.isEmpty)
        return ledger
    }

    /// A ledger of a test's own, to be changed as it likes.
    static func make() throws -> ToolLedger {
        let template = try template.get()
        let ledger = try ToolLedger(account: nil)
        try copyTree(template.path, to: ledger.path)
        return ledger
    }
}
