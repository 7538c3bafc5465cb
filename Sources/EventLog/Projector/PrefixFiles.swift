internal import Glibc

/// The files of earlier read models: `past/<position>.sqlite`, which never change once they have that name.
///
/// Names are given and taken under the lock `past/lock`. Whoever has a file open keeps what is in it, whatever becomes of
/// its name.
struct PrefixFiles {
    private let directory: String
    private let canWrite: Bool

    init(viewsDirectory: String, canWrite: Bool) {
        directory = viewsDirectory + "/past"
        self.canWrite = canWrite
    }

    func path(of position: Position) -> String { "\(directory)/\(position).sqlite" }

    func isKept(_ position: Position) -> Bool {
        unsafe access(path(of: position), R_OK) == 0
    }

    /// The positions that have a file, in order.
    func positions() -> [Position] {
        fileNames(in: directory).compactMap { name -> Int64? in
            name.hasSuffix(".sqlite") ? Int64(name.dropLast(7)) : nil
        }.sorted().map { Position($0) }
    }

    /// Remembers that a file was asked for now: the one that was not for longest goes first.
    func noteUse(of position: Position) {
        guard canWrite else { return }
        unsafe utimensat(AT_FDCWD, path(of: position), nil, 0)
    }

    func remove(_ position: Position) {
        guard canWrite else { return }
        unsafe unlink(path(of: position))
    }

    // MARK: Building

    /// A file that is being filled, for its owner only. Its lock tells it from one that a killed build left.
    struct Build {
        let path: String
        fileprivate let lock: FileLock

        /// Takes the file away unless it was given a name.
        func discard() {
            unsafe unlink(path)
        }

        /// Begins with what another file holds; false where it cannot be read whole, or the disk is full.
        func copy(from other: String) -> Bool {
            let source = unsafe open(other, O_RDONLY | O_CLOEXEC)
            let target = unsafe open(path, O_WRONLY | O_CLOEXEC)
            defer {
                for descriptor in [source, target] where descriptor >= 0 { close(descriptor) }
            }
            guard source >= 0, target >= 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = unsafe read(source, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count == 0 }
                var written = 0
                while written < count {
                    let step = unsafe buffer.withUnsafeBytes { bytes in
                        unsafe write(target, bytes.baseAddress.map { unsafe $0 + written }, count - written)
                    }
                    if step < 0, errno == EINTR { continue }
                    guard step > 0 else { return false }
                    written += step
                }
            }
        }

        /// Waits until the bytes are on the disk: a file that lost some in a power cut would answer wrongly.
        func bringToDisk() {
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            fsync(descriptor)
            close(descriptor)
        }
    }

    private static let buildSuffix = ".building"

    /// Makes an empty file to be filled; nil where none can be made.
    func startBuild() -> Build? {
        guard canWrite else { return nil }
        let parent = directory.prefix(directory.count - "/past".count)
        unsafe mkdir(String(parent), 0o700)
        unsafe mkdir(directory, 0o700)
        let path = "\(directory)/\(getpid())-\(UInt64.random(in: 0...(.max)))\(Self.buildSuffix)"
        guard let lock = FileLock.acquire(.exclusiveIfFree, path: path) else { return nil }
        return Build(path: path, lock: lock)
    }

    /// Gives a build its name, unless it is not wanted any more, and lets go of the oldest beyond the limits.
    ///
    /// Where the folder stays locked it is not kept.
    func keep(
        _ build: Build, as position: Position, within limits: PastViews.Limits, if isWanted: () throws -> Bool
    ) throws {
        guard let lock = lock(patience: .seconds(1)) else { return }
        defer { withExtendedLifetime(lock) {} }
        guard try isWanted() else { return }
        guard unsafe rename(build.path, path(of: position)) == 0 else { return }
        removeAbandonedBuilds()
        removeOldest(beyond: limits, except: position)
    }

    /// Drops every file, and takes their names from those that are being filled.
    func removeAll() throws {
        guard !fileNames(in: directory).isEmpty else { return }
        guard let lock = lock(patience: .seconds(10)) else {
            throw EventLogError.busy(holder: "another process, which keeps the views of earlier moments")
        }
        defer { withExtendedLifetime(lock) {} }
        for name in fileNames(in: directory) where name.hasSuffix(".sqlite") || name.hasSuffix(Self.buildSuffix) {
            unsafe unlink("\(directory)/\(name)")
        }
    }

    private func lock(patience: Duration) -> FileLock? {
        guard let lock = FileLock(path: directory + "/lock"), lock.take(.exclusiveIfFree, patience: patience) else {
            return nil
        }
        return lock
    }

    private func removeAbandonedBuilds() {
        for name in fileNames(in: directory) where name.hasSuffix(Self.buildSuffix) {
            let path = "\(directory)/\(name)"
            // Who builds holds the lock; the file of one that has just begun may be locked a moment later, and is lost.
            guard let lock = FileLock.acquire(.exclusiveIfFree, path: path) else { continue }
            withExtendedLifetime(lock) { _ = unsafe unlink(path) }
        }
    }

    private func removeOldest(beyond limits: PastViews.Limits, except latest: Position) {
        var kept = positions().filter { $0 != latest }.compactMap { position in
            status(of: path(of: position)).map { (position: position, status: $0) }
        }.sorted { $0.status.used < $1.status.used }
        var bytes = kept.reduce(status(of: path(of: latest))?.bytes ?? 0) { $0 + $1.status.bytes }
        while let oldest = kept.first, kept.count >= limits.count || bytes > limits.bytes {
            unsafe unlink(path(of: oldest.position))
            bytes -= oldest.status.bytes
            kept.removeFirst()
        }
    }

    private struct Status {
        let bytes: Int64
        /// In nanoseconds since 1970.
        let used: Int64
    }

    private func status(of path: String) -> Status? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Status(
            bytes: Int64(status.st_size),
            used: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }
}
