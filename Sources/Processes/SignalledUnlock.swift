public import DiskFiles
internal import Glibc
internal import Synchronization

/// Lets go of a lock when a signal ends this process, though programs that it started hold the lock as well.
///
/// A lock by flock(2) belongs to the open file, which programs share that inherit its descriptor. It would stay until
/// the last of them has ended.
public enum SignalledUnlock {
    /// The number of the lock's descriptor; -1 for none.
    private static let number = Atomic<Int32>(-1)

    /// Says which lock a signal lets go from now on; nil for none, as while a program runs that has to keep it.
    public static func set(_ lock: Descriptor?) {
        if lock != nil { _ = isWatching }
        number.store(lock?.number ?? -1, ordering: .sequentiallyConsistent)
    }

    private static let isWatching: Void = {
        // Made here, for a signal handler may not be the first to use it.
        number.store(-1, ordering: .sequentiallyConsistent)
        for signal in [SIGTERM, SIGINT, SIGHUP] { watch(signal) }
    }()

    private static func watch(_ signal: Int32) {
        var action = sigaction()
        // What is ignored, as under `nohup`, or has another handler, stays so.
        guard unsafe sigaction(signal, nil, &action) == 0,
            unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
        else { return }
        unsafe action.__sigaction_handler.sa_handler = { caught in
            let lock = SignalledUnlock.number.load(ordering: .sequentiallyConsistent)
            if lock >= 0 { flock(lock, LOCK_UN) }
            // The system's own answer is back, and ends the process when this returns: sigaction(2).
            raise(caught)
        }
        action.sa_flags = CInt(truncatingIfNeeded: Int(SA_RESETHAND))
        unsafe sigaction(signal, &action, nil)
    }
}
