internal import Glibc

/// The files of the views: `<generation>.sqlite`, with a lock file that each of its users holds shared.
///
/// The lock is a file of its own: opening and closing the database file itself would drop SQLite's locks on it
/// (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
struct GenerationFiles {
    let directory: String

    func databasePath(_ generation: Int64) -> String { "\(directory)/\(generation).sqlite" }
    private func lockPath(_ generation: Int64) -> String { "\(directory)/\(generation).lock" }
    private var buildLockPath: String { "\(directory)/build.lock" }
    /// What is being built, or what a killed build left to be carried on.
    var buildPath: String { "\(directory)/building.sqlite" }

    func exists(_ generation: Int64) -> Bool {
        unsafe access(databasePath(generation), F_OK) == 0
    }

    /// Makes the folder where there is none.
    func makeDirectory() {
        unsafe mkdir(directory, 0o700)
    }

    /// Holds a generation in use, or is nil where no lock file can be made.
    func use(_ generation: Int64) -> FileLock? {
        FileLock.acquire(.shared, path: lockPath(generation))
    }

    /// Keeps every other build out; waits for one that runs, but no longer than `patience`.
    func lockForBuild(patience: Duration) throws -> FileLock {
        guard let lock = FileLock(path: buildLockPath) else { throw EventLogError.readOnly(path: directory) }
        guard lock.take(.exclusiveIfFree, patience: patience) else {
            throw EventLogError.busy(holder: "another process, which is building the views")
        }
        return lock
    }

    /// The generations that have a database file.
    func all() -> [Int64] {
        let generations = fileNames(in: directory).compactMap { name in
            name.hasSuffix(".sqlite") ? Int64(name.dropLast(7)) : nil
        }
        return generations.sorted()
    }

    /// Unlinks every generation but the live ones that nobody uses; leaves all of them for later while a build runs.
    ///
    /// A file that is being built looks like one that nobody uses, and the live ones may change until the lock is held:
    /// `live` is read under it.
    func removeUnused(exceptLive live: () throws -> Set<Int64>) rethrows {
        guard let lock = FileLock.acquire(.exclusiveIfFree, path: buildLockPath) else { return }
        try withExtendedLifetime(lock) { removeUnused(except: try live(), under: lock) }
    }

    /// Unlinks every generation but some that nobody uses, for who holds the lock for builds.
    func removeUnused(except live: Set<Int64>, under buildLock: FileLock) {
        for generation in all() where !live.contains(generation) {
            guard let lock = FileLock.acquire(.exclusiveIfFree, path: lockPath(generation)) else { continue }
            withExtendedLifetime(lock) { remove(generation) }
        }
    }

    func remove(_ generation: Int64) {
        removeDatabase(databasePath(generation))
        unsafe unlink(lockPath(generation))
    }

    /// Unlinks what was being built, for who holds the lock for builds.
    func removeBuild() {
        removeDatabase(buildPath)
    }

    private func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    }
}

/// The names of what a folder holds, in no order; none where it cannot be read.
func fileNames(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        names.append(name)
    }
    return names
}
