/// A number for one state of a file at its place: its path below the walked one, its inode, its size and its times.
///
/// It includes the time of the inode's last change (`st_ctime`, stat(3type)), which no program can set. So writing to
/// the file, renaming it or resetting its other times all change the stamp.
public struct FileStamp: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Unchanged files side by side in one folder.
public struct UnchangedFiles: Sendable {
    /// The greatest number in one item: it makes the cost of the item negligible, and still moves a progress bar.
    static let most = 256

    /// In the order of the walk.
    package internal(set) var stamps: [FileStamp] = []
    /// The size of all files together.
    var bytes: Int64 = 0
}

/// The stamps of files that need not be inspected again, looked up in about the order in which they were recorded.
public struct SeenFiles: Sendable {
    /// In the order of the walk that recorded them.
    package let stamps: [FileStamp]
    /// The index where the next one is expected: a walk that meets nothing new needs no other search.
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
