internal import Glibc

/// The signals that this process handles in another way than the system's default.
public enum Signals {
    /// Those of a closed pipe, and of a file that may not grow (`ulimit -f`).
    static var ofFailedWrites: [Int32] { [SIGPIPE, SIGXFSZ] }
    /// Those of the keys that end a program at a terminal.
    static var ofKeys: [Int32] { [SIGINT, SIGQUIT] }

    /// Makes a write fail with EPIPE or EFBIG instead of ending the process amid a change: write(2), setrlimit(2).
    public static func ignoreFailedWrites() {
        for number in ofFailedWrites { _ = signal(number, SIG_IGN) }
    }

    /// Restores the default handling of these signals for the next program: an ignored signal stays ignored through
    /// execve(2).
    public static func heedFailedWrites() {
        for number in ofFailedWrites { _ = signal(number, SIG_DFL) }
    }

    /// The handlers of the keyboard's signals before they were ignored.
    public struct KeyHandlers {
        fileprivate let handlers: [sighandler_t?]

        /// Restores these handlers.
        public func restore() {
            for (number, handler) in zip(ofKeys, handlers) { _ = signal(number, handler) }
        }
    }

    /// Leaves the keys to another program while it has the terminal, as system(3) does.
    public static func ignoreKeys() -> KeyHandlers {
        KeyHandlers(handlers: ofKeys.map { signal($0, SIG_IGN) })
    }
}
