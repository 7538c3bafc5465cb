internal import DiskFiles
internal import EventLog

/// Locks on files of a ledger's folder, by flock(2).
package struct FolderLocks: LedgerLocks {
    private let directory: String
    private let contentPath: String
    private let erasurePath: String
    private let files: any Files

    package init(at location: LedgerLocation) {
        directory = location.directory
        contentPath = location.contentLockPath
        erasurePath = location.erasureLockPath
        files = location.files
    }

    package func lockContent(_ use: ContentUse, patience: Duration) throws -> any HeldLock {
        guard let lock = FileLock(path: contentPath, on: files) else { throw EventLogError.readOnly(path: contentPath) }
        let kind: FileLock.Kind = use == .storing ? .sharedIfFree : .exclusiveIfFree
        guard lock.take(kind, patience: patience) else { throw EventLogError.busy(holder: nil) }
        return Held(lock)
    }

    package func lockErasure(patience: Duration) throws -> (any HeldLock)? {
        guard let lock = FileLock(path: erasurePath, on: files) else { throw EventLogError.readOnly(path: directory) }
        return lock.take(.exclusiveIfFree, patience: patience) ? Held(lock) : nil
    }

    private final class Held: HeldLock {
        private let lock: FileLock

        init(_ lock: FileLock) {
            self.lock = lock
        }
    }
}
