package import DiskFiles

/// A lock on a file by flock(2), which ends with its process at the latest.
package final class FileLock: Sendable {
    package enum Kind {
        case shared
        case sharedIfFree
        case exclusiveIfFree
    }

    private let file: File

    /// Opens the lock's file without taking the lock; nil if there is none and none can be made.
    package init?(path: String, on files: any Files) {
        guard let file = try? File(files, path, .create, links: .refused) else { return nil }
        self.file = file
        if files.user.effective == 0 { giveToOwner(ofFolderOf: FilePath(path)) }
    }

    /// Has root give a file of its own to whom the folder belongs to; one with another name stays.
    private func giveToOwner(ofFolderOf path: FilePath) {
        guard let own = try? file.status(), own.owner == 0, own.links == 1 else { return }
        file.files.giveToOwner(ofFolder: path.folder, file.handle)
    }

    /// Takes the lock, waiting for it unless the kind forbids that; nil if it is not free in time.
    package static func acquire(_ kind: Kind, path: String, on files: any Files) -> FileLock? {
        guard let lock = FileLock(path: path, on: files), lock.take(kind) else { return nil }
        return lock
    }

    private func take(_ kind: Kind) -> Bool {
        let isTaken = try? file.lock(kind == .exclusiveIfFree ? .exclusive : .shared, waits: kind == .shared)
        return isTaken ?? false
    }

    /// Takes the lock, and tries for as long as `patience` allows.
    package func take(_ kind: Kind, patience: Duration) -> Bool {
        file.files.wait(atMost: patience) { take(kind) }
    }

    /// The lock's descriptor, for a program that is to hold the lock, too; nil if the file is on a simulated disk.
    package var descriptor: Descriptor? { file.files is KernelFiles ? Descriptor(file.handle.number) : nil }

    deinit {
        // A process that is being started has the descriptor until it becomes another program, and with it the lock.
        file.files.unlock(file.handle)
    }
}
