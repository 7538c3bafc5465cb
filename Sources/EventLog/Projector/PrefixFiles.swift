internal import DiskFiles

/// The files of earlier read models: `past/<position>.sqlite`, which never change once they have that name.
///
/// Names are given and removed under the lock `past/lock`. A process that has a file open keeps its contents, whatever
/// happens to the name.
struct PrefixFiles {
    private let directory: String
    private let canWrite: Bool
    private let disk: any Files

    init(viewsDirectory: String, canWrite: Bool, on disk: any Files) {
        self.disk = disk
        directory = viewsDirectory + "/past"
        self.canWrite = canWrite
    }

    func path(of position: Position) -> String { "\(directory)/\(position).sqlite" }

    func isKept(_ position: Position) -> Bool {
        disk.allows(.read, of: path(of: position))
    }

    /// The positions that have a file, in order.
    func positions() -> [Position] {
        disk.fileNames(in: directory).compactMap { name -> Int64? in
            name.hasSuffix(".sqlite") ? Int64(name.dropLast(7)) : nil
        }.sorted().map { Position($0) }
    }

    /// Remembers that a file was used now: the least recently used is evicted first.
    func noteUse(of position: Position) {
        guard canWrite else { return }
        guard let file = try? File(disk, path(of: position), .read) else { return }
        try? disk.setModified(nil, of: file.handle)
    }

    func remove(_ position: Position) {
        guard canWrite else { return }
        try? disk.remove(path(of: position))
    }

    // MARK: Building

    /// A file that is being filled and that only its owner uses; its lock distinguishes it from one that a killed build
    /// left.
    struct Build {
        let path: String
        fileprivate let lock: FileLock
        fileprivate let disk: any Files

        /// Removes the file unless it was given a name.
        func discard() {
            try? disk.remove(path)
        }

        /// Copies the contents of another file; false if that cannot be read whole, or the disk is full.
        func copy(from other: String) -> Bool {
            do throws(FileError) {
                let source = try File(disk, other, .read)
                let target = try File(disk, path, .readWrite)
                var buffer = [UInt8](repeating: 0, count: 1 << 20)
                var position: Int64 = 0
                while true {
                    let count = try source.read(into: &buffer, 0..<buffer.count, from: position)
                    guard count > 0 else { return true }
                    try target.write(buffer.span.extracting(0..<count), at: position)
                    position += Int64(count)
                }
            } catch {
                return false
            }
        }

        /// Waits until the bytes are on the disk: a file that lost some in a power cut would answer wrongly.
        ///
        /// - Returns: Whether they are there.
        func bringToDisk() -> Bool {
            (try? File(disk, path, .read).sync()) != nil
        }
    }

    private static let buildSuffix = ".building"

    /// Makes an empty file to be filled; nil if none can be made.
    func startBuild() -> Build? {
        guard canWrite else { return nil }
        let parent = directory.prefix(directory.count - "/past".count)
        _ = try? disk.makeFolderIfMissing(String(parent))
        _ = try? disk.makeFolderIfMissing(directory)
        // Between the making of the file and its lock another process takes it for what a killed build left.
        for _ in 0..<5 {
            let path = "\(directory)/\(disk.uniqueNumber())\(Self.buildSuffix)"
            guard let lock = FileLock(path: path, on: disk) else { return nil }
            if lock.take(.exclusiveIfFree, patience: .zero), disk.allows(.read, of: path) {
                return Build(path: path, lock: lock, disk: disk)
            }
        }
        return nil
    }

    /// Gives a build its name, unless it is no longer wanted, and removes the oldest files beyond the limits.
    ///
    /// If the folder stays locked the build is not kept.
    func keep(
        _ build: Build, as position: Position, within limits: PastViews.Limits, if isWanted: () throws -> Bool
    ) throws {
        guard let lock = lock(patience: .seconds(1)) else { return }
        defer { withExtendedLifetime(lock) {} }
        guard try isWanted() else { return }
        do throws(FileError) { try disk.rename(build.path, to: path(of: position)) } catch { return }
        removeAbandonedBuilds()
        removeOldest(beyond: limits, except: position)
    }

    /// Removes every file, and the names of those that are being filled.
    ///
    /// - Throws: ``EventLogError/busy(holder:)``; `FileError` if a file may be left.
    func removeAll() throws {
        guard try !disk.namesIfThere(in: directory).isEmpty else { return }
        guard let lock = lock(patience: .seconds(10)) else {
            throw EventLogError.busy(holder: "another process, which keeps the views of earlier moments")
        }
        defer { withExtendedLifetime(lock) {} }
        for name in try disk.namesIfThere(in: directory)
        where name.hasSuffix(".sqlite") || name.hasSuffix(Self.buildSuffix) {
            try disk.removeIfThere("\(directory)/\(name)")
        }
    }

    private func lock(patience: Duration) -> FileLock? {
        guard let lock = FileLock(path: directory + "/lock", on: disk), lock.take(.exclusiveIfFree, patience: patience)
        else {
            return nil
        }
        return lock
    }

    private func removeAbandonedBuilds() {
        for name in disk.fileNames(in: directory) where name.hasSuffix(Self.buildSuffix) {
            let path = "\(directory)/\(name)"
            // Who builds holds the lock. One that locks its file only a moment later starts again with another.
            guard let lock = FileLock.acquire(.exclusiveIfFree, path: path, on: disk) else { continue }
            withExtendedLifetime(lock) { try? disk.remove(path) }
        }
    }

    private func removeOldest(beyond limits: PastViews.Limits, except latest: Position) {
        var kept = positions().filter { $0 != latest }.compactMap { position in
            (try? disk.status(of: path(of: position))).map { (position: position, status: $0) }
        }.sorted { $0.status.modified < $1.status.modified }
        var bytes = kept.reduce(disk.size(of: path(of: latest)) ?? 0) { $0 + $1.status.size }
        while let oldest = kept.first, kept.count >= limits.count || bytes > limits.bytes {
            try? disk.remove(path(of: oldest.position))
            bytes -= oldest.status.size
            kept.removeFirst()
        }
    }
}
