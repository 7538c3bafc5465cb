internal import DiskFiles
internal import EventLog
internal import Synchronization

/// Locks in memory, for the threads of one process that share a ledger there.
package final class MemoryLocks: LedgerLocks {
    private let content = Lock()
    private let erasure = Lock()

    package init() {}

    package func lockContent(_ use: ContentUse, patience: Duration) throws -> any HeldLock {
        guard let held = content.take(isShared: use == .storing, patience: patience) else {
            throw EventLogError.busy(holder: nil)
        }
        return held
    }

    package func lockErasure(patience: Duration) -> (any HeldLock)? {
        erasure.take(isShared: false, patience: patience)
    }

    /// Any number of sharers, or one that is alone.
    private final class Lock: Sendable {
        private let state = Mutex((sharers: 0, isAlone: false))

        func take(isShared: Bool, patience: Duration) -> Held? {
            var waited = Duration.zero
            while !takeIfFree(isShared: isShared) {
                guard waited < patience else { return nil }
                KernelFiles.shared.pause(1_000)
                waited += .milliseconds(1)
            }
            return Held { [self] in
                state.withLock { if isShared { $0.sharers -= 1 } else { $0.isAlone = false } }
            }
        }

        private func takeIfFree(isShared: Bool) -> Bool {
            state.withLock { state in
                guard !state.isAlone, isShared || state.sharers == 0 else { return false }
                if isShared { state.sharers += 1 } else { state.isAlone = true }
                return true
            }
        }
    }

    private final class Held: HeldLock {
        private let release: @Sendable () -> Void

        init(release: @escaping @Sendable () -> Void) {
            self.release = release
        }

        deinit { release() }
    }
}
