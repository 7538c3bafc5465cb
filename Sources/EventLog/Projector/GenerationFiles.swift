internal import DiskFiles

/// The files of the views: `<generation>.sqlite`, with a lock file that each of its users holds shared.
///
/// The lock is a file of its own: opening and closing the database file itself would drop SQLite's locks on it
/// (<https://www.sqlite.org/howtocorrupt.html>, section 2.2).
struct GenerationFiles {
    let directory: String
    let disk: any Files

    func databasePath(_ generation: Int64) -> String { "\(directory)/\(generation).sqlite" }
    private func lockPath(_ generation: Int64) -> String { "\(directory)/\(generation).lock" }
    private var buildLockPath: String { "\(directory)/build.lock" }
    /// The file of a running build, or of a killed one that will be continued.
    var buildPath: String { "\(directory)/building.sqlite" }

    func exists(_ generation: Int64) -> Bool {
        disk.exists(databasePath(generation))
    }

    /// Makes the folder if there is none.
    func makeDirectory() {
        _ = try? disk.makeFolderIfMissing(directory)
    }

    /// Holds a generation in use, or is nil if no lock file can be made.
    func use(_ generation: Int64) -> FileLock? {
        FileLock.acquire(.shared, path: lockPath(generation), on: disk)
    }

    /// Keeps every other build out; waits for one that runs, but no longer than `patience`.
    func lockForBuild(patience: Duration) throws -> FileLock {
        guard let lock = FileLock(path: buildLockPath, on: disk) else { throw EventLogError.readOnly(path: directory) }
        guard lock.take(.exclusiveIfFree, patience: patience) else {
            throw EventLogError.busy(holder: "another process, which is building the views")
        }
        return lock
    }

    /// The generations that have a database file, or one that SQLite kept beside it.
    func all() -> [Int64] {
        Set(disk.fileNames(in: directory).compactMap(Self.generation)).sorted()
    }

    private static func generation(of name: String) -> Int64? {
        name.contains(".sqlite") ? Int64(name.prefix { $0 != "." }) : nil
    }

    /// Unlinks every unused generation but the live ones; while a build runs, it leaves all of them for later.
    ///
    /// A file that is being built looks unused, and the live ones may change until the lock is held, so `live` is read
    /// under it.
    func removeUnused(exceptLive live: () throws -> Set<Int64>) rethrows {
        guard let lock = FileLock.acquire(.exclusiveIfFree, path: buildLockPath, on: disk) else { return }
        try withExtendedLifetime(lock) { removeUnused(except: try live(), under: lock) }
    }

    /// Unlinks every unused generation but some; the caller holds the lock for builds.
    func removeUnused(except live: Set<Int64>, under buildLock: FileLock) {
        for generation in all() where !live.contains(generation) {
            guard let lock = FileLock.acquire(.exclusiveIfFree, path: lockPath(generation), on: disk) else { continue }
            withExtendedLifetime(lock) { remove(generation) }
        }
    }

    func remove(_ generation: Int64) {
        removeDatabase(databasePath(generation))
        try? disk.remove(lockPath(generation))
    }

    /// Unlinks the file of a build; the caller holds the lock for builds.
    func removeBuild() {
        removeDatabase(buildPath)
    }

    // MARK: The build of a ledger that is being made

    /// The file of a build of a log that has no name yet: beside the folder, which only a ledger has.
    var firstPath: String { directory + Self.firstSuffix }
    private static let firstSuffix = "-first.sqlite"

    /// Whether a file beside the folder is of such a build.
    func isOfFirst(_ name: String) -> Bool {
        name.hasPrefix(String(decoding: FilePath(firstPath).name, as: UTF8.self))
    }

    /// Makes it the running build, unless there is one; the caller holds the lock for builds.
    func takeOverFirst() {
        guard disk.exists(firstPath) else { return }
        if !disk.exists(buildPath) {
            // It is closed, so that its journal holds nothing.
            removeBuild()
            try? disk.remove(firstPath + "-journal")
            try? disk.rename(firstPath, to: buildPath)
        }
        removeFirst()
    }

    func removeFirst() {
        removeDatabase(firstPath)
    }

    /// Whether nothing is left of a build, nor of the generations up to a number; the caller holds the lock for builds.
    ///
    /// - Throws: `FileError` if the folder cannot be read.
    func areGone(through last: Int64) throws -> Bool {
        guard !disk.exists(firstPath) else { return false }
        return try disk.namesIfThere(in: directory).allSatisfy { name in
            Self.generation(of: name).map { $0 > last } ?? !name.hasPrefix("building.sqlite")
        }
    }

    private func removeDatabase(_ path: String) {
        // The database last: whatever stops this in between, it is found again by its name.
        for suffix in ["-wal", "-shm", "-journal", ""] { try? disk.remove(path + suffix) }
    }
}

extension Files {
    /// The names of a folder's entries, in no particular order; none if it cannot be read.
    func fileNames(in folder: String) -> [String] {
        (try? names(in: folder)) ?? []
    }
}
