import Glibc

/// The program that shows long answers a screen at a time.
package struct Pager: Equatable, Sendable {
    /// The command line, as a person sets it in `PAGER`.
    package let command: String

    /// Names the pager.
    package init(_ command: String) {
        self.command = command
    }

    /// Chooses the pager as git does (git-var(1), `GIT_PAGER`): `MAILLEDGER_PAGER`, the configured one, `PAGER`, else `less`.
    ///
    /// - Parameter configured: what the user's settings say; nil where they say nothing.
    /// - Returns: nil for no pager: the first of them that is set is empty or `cat`, or the terminal is too simple for one.
    package static func chosen(
        configured: String? = nil, environment: (String) -> String? = { Terminal.environment($0) }
    ) -> Pager? {
        guard let kind = environment("TERM"), kind != "dumb" else { return nil }
        let command = environment("MAILLEDGER_PAGER") ?? configured ?? environment("PAGER") ?? "less"
        let words = command.drop(while: \.isWhitespace)
        return words.isEmpty || words == "cat" ? nil : Pager(command)
    }

    /// The words to run: those of the command, or a shell's where only a shell can read them.
    ///
    /// A program that is named by plain words is looked for here, so that a missing one is known before text is lost on it.
    var words: [String] {
        let needsShell = command.contains { "|&;<>()$`\\\"'*?[#~=%{}!\n".contains($0) }
        if needsShell { return ["/bin/sh", "-c", command] }
        return command.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

/// A pager that runs, and reads what is written to `descriptor`.
final class RunningPager {
    private static let unset: CInt = -1

    private(set) var descriptor: CInt
    private let process: pid_t
    private let interrupt: sighandler_t?
    private let quit: sighandler_t?

    /// Starts a pager; nil where there is no such program.
    init?(_ pager: Pager) {
        var ends: [CInt] = [Self.unset, Self.unset]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // What git gives to its pagers: quit where all fits, show colours, leave the text on the screen.
        unsafe setenv("LESS", "FRX", 0)
        unsafe setenv("LV", "-c", 0)
        guard let process = Self.spawn(pager.words, input: ends[0]) else {
            for end in ends { close(end) }
            return nil
        }
        close(ends[0])
        self.process = process
        descriptor = ends[1]
        // A key that interrupts is the pager's own affair while it has the terminal, as it is a child's in system(3).
        interrupt = signal(SIGINT, SIG_IGN)
        quit = signal(SIGQUIT, SIG_IGN)
    }

    deinit {
        finish()
    }

    /// Says that no more is to come, and waits until the reader has read enough.
    func finish() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = Self.unset
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
        // What sh(1) says of a command that it cannot run.
        if status & 0x7F == 0, [126, 127].contains((status >> 8) & 0xFF) {
            StandardError.line("mailledger: the pager does not run; set PAGER to another one, or use --no-pager")
        }
    }

    private static func spawn(_ words: [String], input: CInt) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // Signals that are ignored here would stay so in the pager.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        for number in [SIGPIPE, SIGINT, SIGQUIT] { unsafe sigaddset(&defaults, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
        return status == 0 ? process : nil
    }
}
