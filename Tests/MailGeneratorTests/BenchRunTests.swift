import Foundation
import TestSupport
import Testing

@Suite struct `A run of the benchmarks` {
    @Test(.enabled(if: benchProgram() != nil, "ledger-bench was not built with the tests"))
    func `on fifty messages measures every row and writes the table between its marks`() throws {
        let programs = try #require(benchProgram())
        let folder = try TemporaryDirectory()
        let page = folder.path + "/Page.md"
        try "before\n<!-- bench: begin -->\nold\n<!-- bench: end -->\nafter\n".write(
            toFile: page, atomically: true, encoding: .utf8)
        let run = try shell(
            """
            "\(programs.bench)" run --messages 50 --rounds 1 --events 50 --without-peers --tool "\(programs.tool)" \
                --work "\(folder.path)/work" --document "\(page)"
            """, environment: [:])
        #expect(run.status == 0, "\(run.text)")
        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.hasPrefix("before\n") && text.hasSuffix("after\n") && !text.contains("\nold\n"))
        for work in [
            "import", "second import", "newest 50: body word", "newest 50 threads", "mark all read", "bring it back",
            "rebuild the views", "rebuild the full text", "append, one event a transaction", "read and decode events",
        ] {
            #expect(text.contains("| \(work)"), "\(work)")
        }
    }

    @Test(.enabled(if: benchProgram() != nil, "ledger-bench was not built with the tests"))
    func `refuses an option that there is not`() throws {
        let programs = try #require(benchProgram())
        let run = try shell("\"\(programs.bench)\" run --fast yes", environment: [:])
        #expect(run.status == 2)
        #expect(run.text.contains("there is no option --fast"))
    }
}

/// The programs that were built with the tests.
private func benchProgram() -> (bench: String, tool: String)? {
    guard let tool = mailledgerProgram() else { return nil }
    let bench = tool.folder + "/ledger-bench"
    return FileManager.default.isExecutableFile(atPath: bench) ? (bench, tool.path) : nil
}
