internal import CivilTime
internal import Glibc

/// A program with its arguments, to be run and measured.
struct Program {
    let path: String
    let arguments: [String]
    /// Variables beside those of this process.
    var environment: [String: String] = [:]

    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// What one run took.
    struct Usage {
        /// Seconds by the clock on the wall.
        let wall: Double
        /// Seconds of the processor, the kernel's for it too.
        let processor: Double
        /// Bytes of memory at the most.
        let peakMemory: Double
    }

    /// A program that did not end well.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs it and waits for its end; what it writes is thrown away.
    @discardableResult
    func run(output: String = "/dev/null") throws -> Usage {
        let errors = output == "/dev/null" ? BenchFiles.errorFile : output + ".err"
        Self.forgetPeak()
        let start = Clock.now
        let process = try spawn(output: output, errors: errors)
        var status: Int32 = 0
        var usage = rusage()
        while unsafe wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure(description: "cannot wait for \(path)") }
        }
        let wall = Clock.now - start
        guard status == 0 else {
            let said = (try? BenchFiles.read(errors))?.suffix(500) ?? ""
            throw Failure(
                description:
                    "\(path) \(arguments.joined(separator: " ")) ended with status \(status >> 8 & 0xff): \(said)")
        }
        let processor = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        return Usage(wall: wall, processor: processor, peakMemory: Double(usage.ru_maxrss) * 1_024)
    }

    /// Runs it, and returns what it wrote to its standard output.
    func output() throws -> (text: String, usage: Usage) {
        let file = BenchFiles.outputFile
        let usage = try run(output: file)
        return (try BenchFiles.read(file), usage)
    }

    /// Linux counts the memory of who starts a program as its own, until it has taken more: the peak of this process must not count.
    private static func forgetPeak() {
        // Resets VmHWM (https://docs.kernel.org/filesystems/proc.html, /proc/PID/clear_refs).
        try? BenchFiles.write("5", to: "/proc/self/clear_refs")
    }

    private func spawn(output: String, errors: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (descriptor, file) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var process: pid_t = 0
        let code = unsafe CStrings.withArray([path] + arguments) { words in
            unsafe CStrings.withArray(Self.variables(and: environment)) { variables in
                unsafe posix_spawnp(&process, path, &actions, nil, words, variables)
            }
        }
        guard code == 0 else {
            throw Failure(description: "cannot run \(path): \(unsafe String(cString: strerror(code)))")
        }
        return process
    }

    // No colours, no settings of the person who measures, one time zone.
    static func variables(and environment: [String: String] = [:]) -> [String] {
        var variables = ["TZ": "UTC", "NO_COLOR": "1", "LANG": "C.UTF-8"]
        for name in ["PATH", "HOME", "TMPDIR"] {
            if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
        }
        return variables.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
    }

    /// Whether a program of this name is on the search path.
    static func isInstalled(_ name: String) -> Bool {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }
}

/// Seconds since some moment, by a clock that never steps back.
enum Clock {
    static var now: Double {
        Double(MonotonicClock.nanoseconds) / 1e9
    }

    /// Seconds that the closure takes.
    static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }
}

/// Arrays of C strings, as exec(3) takes them.
enum CStrings {
    static func withArray<Output>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Output
    ) -> Output {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            // The array ends with a null pointer and so has an address.
            unsafe body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
        }
    }
}
