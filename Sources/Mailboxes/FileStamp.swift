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
}

/// Files that stand side by side in a folder and are as they were.
public struct UnchangedFiles: Sendable {
    /// Enough that what is done once for all of them counts for nothing, and a progress bar still moves.
    static let most = 256

    /// In the order of the walk.
    package internal(set) var stamps: [FileStamp] = []
    /// Of all together.
    var bytes: Int64 = 0
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
