import Glibc
import TestSupport

extension ToolLedger {
    /// Runs the tool on a pseudo-terminal of a size, and returns what came out there.
    func runOnTerminal(
        _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24, adding variables: [String: String] = [:]
    ) throws -> ToolResult {
        let pair = try PseudoTerminal(columns: columns, rows: rows)
        let all = environment.merging(["TERM": "xterm", "PAGER": ""]) { $1 }.merging(variables) { $1 }
        let process = try ToolProcess(Tool.path(), arguments, environment: all, output: pair.terminal)
        pair.closeTerminal()
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(pair.master, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            // EIO: nobody has the terminal open any more.
            guard count > 0 else { break }
            output += piece.prefix(count)
        }
        let result = try process.wait()
        return ToolResult(exitCode: result.exitCode, output: output, errorText: result.errorText)
    }
}
