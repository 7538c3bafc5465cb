internal import Cryptography
internal import DiskFiles

/// Makes the stamps of the files of one folder, one after the other.
///
/// It opens the folder once, and hashes in one buffer. In a second import of unchanged files, this is nearly all the
/// work.
struct FileStamper: Sendable {
    /// The system stamps time with its tick, which is coarse: a second write within one would leave no trace. Files
    /// that changed so shortly before a walk have no stamp.
    private static let settlingSeconds = 2

    private let folder: SharedFile
    /// When the walk began, in seconds since 1970.
    private let start: Int
    /// Seven numbers, the folder's path below the walked one with a slash, and the last file's name.
    private var bytes: [UInt8]
    private let nameStart: Int

    /// Nil for a folder that cannot be opened.
    ///
    /// - Parameters:
    ///   - pathBelow: The folder's path below the walked one.
    ///   - start: When the walk began, in seconds since 1970.
    init?(of folder: Location, pathBelow: ArraySlice<UInt8>, walkedAt start: Int) {
        guard let opened = try? folder.open(.folder) else { return nil }
        self.folder = opened
        self.start = start
        bytes = [UInt8](repeating: 0, count: 7 * MemoryLayout<Int64>.size)
        if !pathBelow.isEmpty { bytes += pathBelow + [UInt8(ascii: "/")] }
        nameStart = bytes.count
    }

    /// Returns the stamp of a file, and its size.
    ///
    /// Returns nil for a link, for anything but a file, for an inaccessible file, and for one that changed a moment
    /// ago.
    ///
    /// - Parameter name: Its name in the folder, with a NUL after it.
    mutating func stamp(of name: ArraySlice<UInt8>) -> (stamp: FileStamp, size: Int64)? {
        let path = FilePath(bytes: Array(name.dropLast()))
        guard let status = try? folder.files.status(of: path, in: folder.handle, links: .refused), status.isRegular,
            status.changed.seconds < start - Self.settlingSeconds
        else { return nil }
        let numbers = (
            Int64(bitPattern: status.identity.device), Int64(bitPattern: status.identity.inode), status.size,
            status.modified.seconds, status.modified.nanoseconds, status.changed.seconds, status.changed.nanoseconds
        )
        unsafe withUnsafeBytes(of: numbers) { numbers in
            unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: numbers) }
        }
        bytes.removeLast(bytes.count - nameStart)
        bytes.append(contentsOf: name.dropLast())
        let words = SHA256Hasher.digest(of: bytes).leadingWords
        return (FileStamp(high: words.0, low: words.1), status.size)
    }
}
