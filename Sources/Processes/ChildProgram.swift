public import DiskFiles
internal import Glibc

/// A program that this process started and that runs beside it.
public struct ChildProgram: Sendable {
    private let process: pid_t
    /// POSIX_SPAWN_SETSID of posix_spawn(3), which Glibc shows to C programs with _GNU_SOURCE alone.
    private static let inOwnSession: Int32 = 0x80

    /// Starts a program from the search path; nil if there is none.
    ///
    /// The program gets one of this process's descriptors under another number.
    ///
    /// - Parameter isOnItsOwn: Whether it keeps running when the keyboard's signals end this process.
    public init?(
        _ words: [String], giving end: Descriptor, as descriptor: Descriptor, isOnItsOwn: Bool = false
    ) {
        self.init(words, giving: [(end, descriptor)], isOnItsOwn: isOnItsOwn)
    }

    /// Starts a program that gets several descriptors; one may keep its number.
    init?(_ words: [String], giving ends: [(end: Descriptor, as: Descriptor)], isOnItsOwn: Bool) {
        guard let program = words.first else { return nil }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (end, descriptor) in ends {
            unsafe posix_spawn_file_actions_adddup2(&actions, end.number, descriptor.number)
        }
        // Signals that are ignored or blocked here would stay so in the program.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        for number in Signals.ofFailedWrites + Signals.ofKeys { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isOnItsOwn ? Self.inOwnSession : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe ProcessEnvironment.lend { variables in
            unsafe posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
        }
        guard status == 0 else { return nil }
        self.process = process
    }

    /// Ends it, and those that it started in its own session, as `kill -9` does.
    func end() { kill(-process, SIGKILL) }

    /// Returns its exit code, as ``wait()`` counts it; nil while it runs.
    func exitCode() -> Int32? {
        var status: CInt = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Waits for its end, and returns its exit code, or 128 and the number of the signal that ended it, as shells count.
    public func wait() -> Int32 {
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
