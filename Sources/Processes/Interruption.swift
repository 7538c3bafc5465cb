internal import Glibc
internal import Synchronization

/// Ctrl-C in a long change: the first asks it to stop at a good place, a second one ends the process at once.
public enum Interruption {
    private static let flag = Atomic<Bool>(false)

    /// Whether an interruption was requested since `watch()`.
    public static var isAsked: Bool { flag.load(ordering: .relaxed) }

    /// Begins to watch for signals, once. A process whose caller ignores Ctrl-C, as under `nohup`, keeps ignoring it.
    public static func watch() {
        _ = isWatching
    }

    private static let isWatching: Void = {
        // Made here, for a signal handler may not be the first to use it.
        flag.store(false, ordering: .relaxed)
        var action = sigaction()
        guard unsafe sigaction(SIGINT, nil, &action) == 0,
            unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
        else { return }
        unsafe action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed) }
        // After the first the system's own answer is back: sigaction(2).
        action.sa_flags = CInt(truncatingIfNeeded: Int(SA_RESETHAND) | Int(SA_RESTART))
        unsafe sigaction(SIGINT, &action, nil)
    }()
}
