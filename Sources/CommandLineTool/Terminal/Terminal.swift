import Glibc

/// Asks the system what stands behind a file descriptor.
package enum Terminal {
    /// Whether the descriptor is a terminal.
    package static func isTerminal(_ descriptor: CInt) -> Bool {
        isatty(descriptor) == 1
    }

    /// Returns the terminal's width: `COLUMNS` where it is a positive number, else what the terminal says, else 80.
    ///
    /// - Returns: nil where the descriptor is no terminal, so that nothing is cut off.
    package static func columns(of descriptor: CInt, environment: (String) -> String? = environment) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        return size(of: descriptor).map { Int($0.ws_col) } ?? 80
    }

    /// Returns the terminal's height: what the terminal says, else 24; nil where the descriptor is no terminal.
    package static func rows(of descriptor: CInt) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        return size(of: descriptor).map { Int($0.ws_row) } ?? 24
    }

    // ioctl_tty(2), TIOCGWINSZ; a serial line says 0.
    private static func size(of descriptor: CInt) -> winsize? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return size
    }

    /// Returns a variable of the environment.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Keeps what this process holds in memory, as keys, passphrases and mail, out of core dumps: core(5).
    package static func forbidCoreDumps() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        // The hard limit stays, so that a program that is started from here can raise its own.
        limit.rlim_cur = 0
        unsafe setrlimit(resource, &limit)
    }

    /// Makes a write fail with EPIPE or EFBIG instead of ending the process amid a change: write(2), setrlimit(2).
    package static func ignoreSignalsOfFailedWrites() {
        for number in signalsOfFailedWrites { _ = signal(number, SIG_IGN) }
    }

    /// Lets the next program have these signals again: what is ignored stays so through execve(2).
    package static func heedSignalsOfFailedWrites() {
        for number in signalsOfFailedWrites { _ = signal(number, SIG_DFL) }
    }

    /// The signals of a closed pipe, and of a file that may not grow (`ulimit -f`).
    static var signalsOfFailedWrites: [Int32] { [SIGPIPE, SIGXFSZ] }
}
