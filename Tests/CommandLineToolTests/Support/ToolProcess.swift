import CSpawn
import Glibc
import TestSupport

/// The tool as its users run it: a process of its own.
///
/// What it writes goes to files, so that no pipe can fill up and stop it.
final class ToolProcess {
    let id: pid_t
    private let directory: TemporaryDirectory
    private var result: ToolResult?

    /// Starts a program; `output` is the descriptor for its standard output, where that is not to be kept, and `terminal` that of
    /// somebody who types and reads errors.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: [UInt8] = [],
        output: CInt? = nil, terminal: CInt? = nil
    ) throws {
        directory = try TemporaryDirectory()
        var environment = environment
        // Where a run of the tests counts the lines that are reached, those of the tool count too.
        environment["LLVM_PROFILE_FILE"] = inheritedEnvironment["LLVM_PROFILE_FILE"]
        try writeFile(directory.path("in"), input)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, directory.path("in"), O_RDONLY, 0)
        if let output {
            unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, directory.path("out"), O_WRONLY | O_CREAT, 0o600)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 2, directory.path("err"), O_WRONLY | O_CREAT, 0o600)
        if let terminal {
            for descriptor in [STDIN_FILENO, STDERR_FILENO] {
                unsafe posix_spawn_file_actions_adddup2(&actions, terminal, descriptor)
            }
        }
        // Descriptors of tests that run at the same time are none of the tool's.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // The threads that run tests block signals, and a process that they start would go on to do so.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] =
            unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var id: pid_t = 0
        let status = unsafe posix_spawn(&id, program, &actions, &attributes, words, variables)
        guard status == 0 else { throw ToolError("cannot start \(program): errno \(status)") }
        self.id = id
    }

    deinit {
        if result == nil {
            kill(id, SIGKILL)
            _ = waitpid(id, nil, 0)
        }
    }

    /// Whether the process has not ended yet.
    func isRunning() throws -> Bool {
        if result == nil { try collect(options: WNOHANG) }
        return result == nil
    }

    /// Waits for the end of the process, and returns what it wrote.
    @discardableResult
    func wait() throws -> ToolResult {
        if let result { return result }
        try collect(options: 0)
        guard let result else { throw ToolError("the process has no result") }
        return result
    }

    /// Ends the process as `kill -9` does, and waits until it is gone.
    func killNow() throws -> ToolResult {
        kill(id, SIGKILL)
        return try wait()
    }

    /// The largest memory that the process had so far, in KiB; nil when it is gone.
    ///
    /// `wait4` would count what the parent had at the fork, too.
    var peakMemory: Int? {
        guard let text = try? readText("/proc/\(id)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(separator: " ").compactMap { Int($0) }.first
    }

    private func collect(options: CInt) throws {
        var status: CInt = 0
        var ended: pid_t
        repeat { ended = unsafe waitpid(id, &status, options) } while ended < 0 && errno == EINTR
        guard ended == id else { return }
        let signal = status & 0x7f
        result = ToolResult(
            exitCode: signal == 0 ? (status >> 8) & 0xff : -signal,
            output: (try? readFile(directory.path("out"))) ?? [],
            errorText: (try? readText(directory.path("err"))) ?? "")
    }
}

/// What a process left.
struct ToolResult {
    /// The exit code, or the number of the signal that ended it, negative.
    let exitCode: Int32
    let output: [UInt8]
    let errorText: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var errorLines: [String] { errorText.split(separator: "\n").map(String.init) }
}

struct ToolError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
