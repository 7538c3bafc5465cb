internal import Glibc

/// A lock on a file by flock(2), which ends with its process at the latest.
@safe
package final class FileLock: Sendable {
    package enum Kind {
        case shared
        case sharedIfFree
        case exclusiveIfFree
    }

    private let descriptor: Int32

    /// Opens the lock's file without taking the lock; nil where there is none and none can be made.
    package init?(path: String) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        if geteuid() == 0 { giveToOwner(ofFolderOf: path) }
    }

    /// Has root give a file of its own to whom the folder belongs to, as SQLite does with its journals; one with another name stays.
    private func giveToOwner(ofFolderOf path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var (own, owner) = (stat(), stat())
        guard unsafe fstat(descriptor, &own) == 0, unsafe stat(folder, &owner) == 0 else { return }
        guard own.st_uid == 0, owner.st_uid != 0, own.st_nlink == 1 else { return }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// Takes the lock, waiting for it unless the kind says otherwise; nil where it cannot be had.
    package static func acquire(_ kind: Kind, path: String) -> FileLock? {
        guard let lock = FileLock(path: path), lock.take(kind) else { return nil }
        return lock
    }

    private func take(_ kind: Kind) -> Bool {
        let operation =
            switch kind {
            case .shared: LOCK_SH
            case .sharedIfFree: LOCK_SH | LOCK_NB
            case .exclusiveIfFree: LOCK_EX | LOCK_NB
            }
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// Takes the lock, and tries for as long as `patience` allows.
    package func take(_ kind: Kind, patience: Duration) -> Bool {
        // flock(2) knows no time-out, and an alarm would be the whole process's: it is asked again and again.
        let end = ContinuousClock.now + patience
        while !take(kind) {
            guard ContinuousClock.now < end else { return false }
            usleep(20_000)
        }
        return true
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A process that is being started has the descriptor until it becomes another program, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
