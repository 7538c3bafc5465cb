internal import Glibc

/// The signals that end a server: SIGTERM, and Ctrl-C.
public enum StopSignals {
    /// Keeps them from ending the process, from all threads that are started after this; ``wait()`` takes them.
    public static func block() {
        var signals = all
        unsafe _ = pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of them.
    public static func wait() {
        var signals = all
        var number: Int32 = 0
        while unsafe sigwait(&signals, &number) != 0 {}
    }

    private static var all: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
