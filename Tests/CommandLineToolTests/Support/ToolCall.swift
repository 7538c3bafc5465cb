import CSpawn
import DiskFiles
import Glibc
import TestSupport

@testable import CivilTime
@testable import CommandLineTool

/// A run of the tool in this process, for tests that look at its answer alone: the start of a process takes longer than most verbs.
struct ToolCall {
    let arguments: [String]
    let environment: [String: String]
    var input: [UInt8] = []

    /// What programs that the tool starts, the C library or the system would read of a process's own environment.
    private static let ofProcesses: Set = ["TZ", "PATH", "TMPDIR", "LD_PRELOAD", "LC_ALL", "PGPASSWORD", "PGSERVICE"]
    /// Those that a test's ledger has, and this process does as well.
    private static let usual = ["TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    /// Verbs that change the process, serve, wait for what comes, or become another program.
    private static let ofVerbs: Set = ["demo", "serve", "imap", "watch", "fleet"]

    /// Whether the answer is the same as that of a process of its own.
    var canBeHere: Bool {
        Self.isInUTC && !readsOrWritesStreams && !arguments.contains("follow")
            && arguments.first.map { !Self.ofVerbs.contains($0) } ?? true
            && Self.ofProcesses.allSatisfy { environment[$0] == Self.usual[$0] } && !isOfAnotherUser
    }

    /// The names of a process's own descriptors.
    private static let streams = ["/dev/std", "/dev/fd", "/proc/"]

    // Mail and lines of whole ledgers go past what verbs write: through the descriptors of the process.
    private var readsOrWritesStreams: Bool {
        switch arguments.first {
        case "import" where arguments.contains("-"): true
        case "export" where !arguments.contains("--to") || arguments.contains("-"): true
        default: arguments.contains { word in Self.streams.contains { word.hasPrefix($0) } }
        }
    }

    // Root would become the owner, with all that runs beside it.
    private var isOfAnotherUser: Bool {
        let status = try? KernelFiles.shared.status(of: environment["MAILLEDGER"] ?? "")
        return status.map { $0.owner != geteuid() } ?? false
    }

    private static let isInUTC = [0, 182].allSatisfy { Zone.local.offset(atSecond: 1_767_225_600 + $0 * 86_400) == 0 }

    func result() throws -> ToolResult {
        let (input, output, errors) = try (file(named: "in"), file(named: "out"), file(named: "err"))
        defer { for file in [input, output, errors] { file.close() } }
        try input.write(self.input.span)
        lseek(input.number, 0, SEEK_SET)
        var surroundings = Surroundings()
        (surroundings.input, surroundings.output, surroundings.errors) = (input, output, errors)
        surroundings.variable = { [environment] in environment[$0] }
        let code = Surroundings.$current.withValue(surroundings) { MailLedgerTool.run(arguments) }
        return ToolResult(
            exitCode: code, output: try contents(of: output),
            errorText: String(decoding: try contents(of: errors), as: UTF8.self))
    }

    /// `MFD_CLOEXEC` of memfd_create(2).
    private static let closesOnExec: CUnsignedInt = 1

    /// Makes a file that is nowhere but in memory.
    private func file(named name: String) throws -> Descriptor {
        let number = unsafe memfd_create(name, Self.closesOnExec)
        guard number >= 0 else { throw ToolError("no file in memory: errno \(errno)") }
        return Descriptor(number)
    }

    private func contents(of file: Descriptor) throws -> [UInt8] {
        lseek(file.number, 0, SEEK_SET)
        var bytes: [UInt8] = []
        try file.forEachPiece { bytes += $0 }
        return bytes
    }
}
