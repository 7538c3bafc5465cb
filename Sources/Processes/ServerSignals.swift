internal import Glibc

/// The signals that a server takes one by one: SIGTERM and Ctrl-C, which end it, and SIGHUP.
public enum ServerSignals {
    public enum Signal: Sendable {
        case stop
        /// The terminal was closed, or somebody asks for files to be read again.
        case hangUp
    }

    /// Keeps them from ending the process, from all threads that are started after this; ``wait()`` takes them.
    public static func block() {
        var signals = all
        unsafe _ = pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of them.
    public static func wait() -> Signal {
        var signals = all
        var number: Int32 = 0
        while unsafe sigwait(&signals, &number) != 0 {}
        return number == SIGHUP ? .hangUp : .stop
    }

    private static var all: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGHUP)
        return signals
    }
}
