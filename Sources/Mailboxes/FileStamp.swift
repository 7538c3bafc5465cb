internal import Glibc
internal import Hashing

/// What tells one state of a file at its place from every other: its path below the walked one, its inode, size and times, as one number.
///
/// The time of the last change of the inode is among them (`st_ctime`, stat(3type)), which no program sets at will: whoever writes
/// to the file, renames it or puts back its other times leaves another stamp.
public struct FileStamp: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Stamps time with the tick of the system's clock, which is coarse: a second write within one would leave no trace. Files
    /// that changed so shortly before a walk have no stamp.
    static let settlingSeconds = 2

    /// Returns the stamp of the file that a path leads to, and its size; nil for what is no file, cannot be asked or changed a moment ago.
    ///
    /// - Parameters:
    ///   - name: Its path below the walked one.
    ///   - start: When the walk began, in seconds since 1970.
    static func of(_ path: RawPath, name: ArraySlice<UInt8>, walkedAt start: Int) -> (stamp: FileStamp, size: Int64)? {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_ctim.tv_sec < start - settlingSeconds
        else { return nil }
        let numbers = [
            Int64(bitPattern: UInt64(status.st_dev)), Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size),
            Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
            Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
        ]
        var bytes = unsafe numbers.withUnsafeBytes { unsafe [UInt8]($0) }
        bytes.append(contentsOf: name)
        let words = SHA256Hasher.digest(of: bytes).leadingWords
        return (FileStamp(high: words.0, low: words.1), Int64(status.st_size))
    }
}

/// The stamps of files that need not be looked into again, asked in about the order in which they were taken down.
public struct SeenFiles: Sendable {
    /// In the order of the walk that they are of.
    package let stamps: [FileStamp]
    /// Where the next one is expected: a walk that meets nothing new needs no other way to find it.
    private var next = 0
    private var all: Set<FileStamp>?

    public init(_ stamps: [FileStamp] = []) {
        self.stamps = stamps
    }

    mutating func contains(_ stamp: FileStamp) -> Bool {
        if next < stamps.count, stamps[next] == stamp {
            next += 1
            return true
        }
        guard next < stamps.count || all != nil else { return false }
        let all = self.all ?? Set(stamps[next...])
        self.all = all
        return all.contains(stamp)
    }
}
