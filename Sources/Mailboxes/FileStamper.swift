internal import Glibc
internal import Hashing

/// Makes the stamps of the files of one folder, one after the other.
///
/// It asks for each by the folder's descriptor and hashes in one buffer: of a second import, whose files are all as they were, that is
/// nearly everything.
struct FileStamper: Sendable {
    /// The system stamps time with its tick, which is coarse: a second write within one would leave no trace. Files
    /// that changed so shortly before a walk have no stamp.
    private static let settlingSeconds = 2

    private let folder: FolderHandle
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
        guard let opened = try? folder.openFolder() else { return nil }
        self.folder = FolderHandle(opened)
        self.start = start
        bytes = [UInt8](repeating: 0, count: 7 * MemoryLayout<Int64>.size)
        if !pathBelow.isEmpty { bytes += pathBelow + [UInt8(ascii: "/")] }
        nameStart = bytes.count
    }

    /// Returns the stamp of a file, and its size; nil for what is no file or is a link, cannot be asked or changed a moment ago.
    ///
    /// - Parameter name: Its name in the folder, with a NUL behind it.
    mutating func stamp(of name: ArraySlice<UInt8>) -> (stamp: FileStamp, size: Int64)? {
        var status = stat()
        let result = unsafe name.withUnsafeBytes { name in
            guard let name = unsafe name.baseAddress?.assumingMemoryBound(to: CChar.self) else { return CInt(-1) }
            return unsafe fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
        }
        guard result == 0, status.st_mode & S_IFMT == S_IFREG, status.st_ctim.tv_sec < start - Self.settlingSeconds
        else { return nil }
        let numbers = (
            Int64(bitPattern: UInt64(status.st_dev)), Int64(bitPattern: UInt64(status.st_ino)), Int64(status.st_size),
            Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
            Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec)
        )
        unsafe withUnsafeBytes(of: numbers) { numbers in
            unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: numbers) }
        }
        bytes.removeLast(bytes.count - nameStart)
        bytes.append(contentsOf: name.dropLast())
        let words = SHA256Hasher.digest(of: bytes).leadingWords
        return (FileStamp(high: words.0, low: words.1), Int64(status.st_size))
    }
}

/// A folder that is kept open, so that the kernel need not look its path up for each file in it.
private final class FolderHandle: Sendable {
    private let folder: OpenFile

    init(_ folder: consuming OpenFile) {
        self.folder = folder
    }

    var descriptor: CInt { folder.descriptor }
}
