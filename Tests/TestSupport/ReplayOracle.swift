/// `Docs/Examples/replay.py`, which makes the tables of a ledger from its log alone.
package enum ReplayOracle {
    /// Whether Python can run it, and the tool that it is compared with is built.
    package static let isPresent: Bool = {
        let runs = try? shell(
            "python3 -c 'import sqlite3; assert sqlite3.sqlite_version_info >= (3, 38)'", environment: [:])
        return runs?.status == 0 && mailledgerProgram() != nil
    }()

    /// Compares it with the tool at the ledger's head and at earlier moments.
    ///
    /// - Returns: The rows that differ, and at last how many were compared; status 0 where none differs.
    package static func compare(ledger: String, moments: Int) throws -> ProgramOutput {
        try shell(
            """
            python3 Tests/Fixtures/Replay/compare.py Docs/Examples/replay.py \
            "$TOOL" "$LEDGER" \(moments)
            """,
            environment: ["TOOL": mailledgerProgram()?.path ?? "", "LEDGER": ledger, "HOME": ledger])
    }
}
