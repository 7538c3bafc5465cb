internal import DiskFiles
internal import EventLog
internal import MailLedger

/// The caches that a node keeps of all its ledgers on servers: a folder each, and a file beside it.
///
/// Each process that uses the cache locks the file, whose time is that of the last use. It stays when the folder is
/// removed, so that nobody can make the folder again between a look and a removal.
struct NodeCaches {
    let folder: String
    let files: any Files

    func cache(of ledger: LedgerID) -> String { "\(folder)/\(ledger)" }

    private func lockPath(_ name: String) -> String { "\(folder)/\(name).lock" }

    /// Keeps others from removing a cache for as long as the result lives; nil where no file can be made.
    func use(_ ledger: LedgerID) throws(LedgerError) -> FileLock? {
        try LedgerLocation(folder, on: files).makeDirectory()
        let path = lockPath(ledger.description)
        let lock = FileLock.acquire(.shared, path: path, on: files)
        noteUse(path)
        return lock
    }

    private func noteUse(_ path: String) {
        guard let file = try? File(files, path, .readWrite, links: .refused) else { return }
        try? files.setModified(nil, of: file.handle)
    }

    // MARK: The bound

    /// When the bytes were counted last.
    private var countedPath: String { "\(folder)/counted" }
    private static let secondsBetweenCounts: Int64 = 60

    /// Removes the caches that were not used for the longest time, until all together fit; those in use stay.
    ///
    /// - Parameters:
    ///   - ledger: The ledger whose cache was just taken into use.
    ///   - isGrown: Whether that was just made; otherwise they are counted once a minute.
    func keep(within limit: Int64, after ledger: LedgerID, isGrown: Bool) {
        if !isGrown, let counted = modified(countedPath), let now = modified(lockPath(ledger.description)),
            now.seconds - counted.seconds < Self.secondsBetweenCounts
        {
            return
        }
        if (try? File(files, countedPath, .create, links: .refused)) != nil { noteUse(countedPath) }
        let caches = names().map { name in
            (
                name: name, bytes: bytes(of: "\(folder)/\(name)"),
                used: modified(lockPath(name)) ?? FileTime(seconds: 0, nanoseconds: 0)
            )
        }
        var total = caches.reduce(0) { $0 + $1.bytes }
        for cache in caches.sorted(by: { $0.used < $1.used }) where total > limit {
            guard let lock = FileLock.acquire(.exclusiveIfFree, path: lockPath(cache.name), on: files) else { continue }
            withExtendedLifetime(lock) {
                guard (try? files.removeTree("\(folder)/\(cache.name)")) != nil else { return }
                total -= cache.bytes
            }
        }
    }

    /// The folders that are caches, whatever else is there.
    private func names() -> [String] {
        ((try? files.names(in: folder)) ?? []).filter { UniqueID($0) != nil && files.isFolder("\(folder)/\($0)") }
    }

    private func modified(_ path: String) -> FileTime? {
        (try? files.status(of: path, links: .refused))?.modified
    }

    private func bytes(of path: String) -> Int64 {
        guard let status = try? files.status(of: path, links: .refused) else { return 0 }
        guard status.isFolder else { return status.size }
        return ((try? files.names(in: path)) ?? []).reduce(0) { $0 + bytes(of: "\(path)/\($1)") }
    }
}
