import Glibc

/// A program that runs, and reads from its standard input what is written to `descriptor`.
final class PipedProgram {
    private static let unset: CInt = -1

    private(set) var descriptor: CInt
    private let process: pid_t

    /// Starts a program, which is looked for on the search path; nil where there is none.
    init?(_ words: [String]) {
        var ends: [CInt] = [Self.unset, Self.unset]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard let process = Self.spawn(words, giving: ends[0], as: STDIN_FILENO) else {
            for end in ends { close(end) }
            return nil
        }
        close(ends[0])
        self.process = process
        descriptor = ends[1]
    }

    deinit {
        finish()
    }

    /// Says that no more is to come, and waits for the end of the program; returns its exit code, or 128 and the number of the
    /// signal that ended it, as shells count. Nil when that was told before.
    @discardableResult
    func finish() -> CInt? {
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        descriptor = Self.unset
        return Self.wait(for: process)
    }

    /// Waits for the end of a program that was started, and returns its exit code as ``finish()`` does.
    static func wait(for process: pid_t) -> CInt {
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Starts a program that has one of this process's descriptors under another number; nil where there is none.
    static func spawn(_ words: [String], giving end: CInt, as descriptor: CInt) -> pid_t? {
        guard let program = words.first else { return nil }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, end, descriptor)
        // Signals that are ignored here would stay so in the program.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        for number in Terminal.signalsOfFailedWrites + [SIGINT, SIGQUIT] { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
        return status == 0 ? process : nil
    }
}
