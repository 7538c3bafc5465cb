import CivilTime
import DiskFiles
import Glibc
import Processes
import TestSupport

@testable import CommandLineTool

/// The tool as a function: the words, variables and answers of a process of its own without its start, which takes longer than
/// what most tests ask.
enum ToolFunction {
    /// What is about processes, or reads or writes what the process has: `export` writes to its standard output.
    private static let needsProcess: Set<String> = ["-", "help", "--help", "-h", "demo", "export", "serve", "watch"]
    /// The tool takes its zone from the process, and tests expect UTC.
    private static let isInUTC = [0, 1_760_000_000].allSatisfy { Zone.local.offset(atSecond: $0) == 0 }

    /// Whether a run needs no process: of some words on a ledger.
    static func canRun(_ arguments: [String], on ledger: String) -> Bool {
        guard isInUTC, !arguments.isEmpty, needsProcess.isDisjoint(with: arguments) else { return false }
        // Root becomes the owner of another's ledger, for the whole process.
        var status = stat()
        return unsafe stat(ledger, &status) != 0 || status.st_uid == geteuid()
    }

    /// Runs the tool to its end; its user types nothing.
    static func run(_ arguments: [String], variables: [String: String]) throws -> ToolResult {
        let directory = try TemporaryDirectory()
        let (output, errors) = (directory.path("out"), directory.path("err"))
        let code = try withDescriptors(output, errors) { surroundings in
            ProcessEnvironment.$lent.withValue(variables) {
                Surroundings.$current.withValue(surroundings) { MailLedgerTool.run(arguments) }
            }
        }
        return ToolResult(exitCode: code, output: try readFile(output), errorText: try readText(errors))
    }

    private static func withDescriptors(
        _ output: String, _ errors: String, _ body: (Surroundings) -> Int32
    ) throws -> Int32 {
        let input = try Descriptor.forReading("/dev/null")
        defer { input.close() }
        let output = try Descriptor.forAppending(output)
        defer { output.close() }
        let errors = try Descriptor.forAppending(errors)
        defer { errors.close() }
        var surroundings = Surroundings()
        surroundings.input = input
        surroundings.output = output
        surroundings.errors = errors
        return body(surroundings)
    }
}
