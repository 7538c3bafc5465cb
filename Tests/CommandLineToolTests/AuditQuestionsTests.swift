import TestSupport
import Testing

/// The questions of an audit, each one command, against a replay of the log by the documents alone.
@Suite(.enabled("python3 with sqlite3 is absent") { ReplayOracle.isPresent }) struct `The questions of an audit` {
    @Test func `have the answers that an independent replay of the log has`() throws {
        let ledger = try DemoLedger.make()
        func act(_ actor: String, _ arguments: String...) throws { try ledger.succeed(arguments + ["--actor", actor]) }
        try act("mara", "hold", "add", "case 7", "--query", "subject:\"Invoice 2025-117\"", "--reason", "letter")
        try act("mara", "hold", "remove", "case 7", "--reason", "closed")
        try act("cleanup-script", "delete", "label:taxes date:..2025", "--yes", "--reason", "older than this year")
        try act("tomas", "folder", "delete", "Work", "--account", "mara@example.org", "--yes")
        try act("mara", "erase", "query", "subject:kernel", "--yes", "--reason", "request of 20 February")
        try act("tomas", "account", "delete", "treasurer@rowing.example.net", "--yes", "--reason", "new treasurer")
        try act("grace", "mark", "--read", "is:unread")
        let answers = try shell(
            """
            python3 Tests/Fixtures/Replay/questions.py Docs/Examples/replay.py "$TOOL" "$LEDGER" cleanup-script \
            'Invoice 2025-117' 2026-02-11
            """,
            environment: ["TOOL": mailledgerProgram()?.path ?? "", "LEDGER": ledger.path, "HOME": ledger.path])
        #expect(answers.status == 0, "\(answers.text)")
        for question in ["who deleted what", "what was erased", "prove it", "what an import brought that is gone"] {
            #expect(answers.text.contains("\(question): "), "\(answers.text)")
            #expect(!answers.text.contains("\(question): 0 "), "\(answers.text)")
        }
    }
}
