import Cryptography
public import DiskFiles
internal import Synchronization

/// A content that was read and whose digest was right.
public enum StoredContent: Sendable {
    /// One of up to 4 MiB.
    case bytes([UInt8])
    /// A larger one, in a file without a name.
    case file(ContentFile)

    /// The number of bytes.
    public var size: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let file): file.size
        }
    }
}

/// A file, mostly one without a name, which is gone when its last owner is.
public final class ContentFile: Sendable {
    /// Open for reading and writing as long as this object lives.
    public let file: SharedFile
    private let written: Mutex<Int64>

    init(_ file: consuming File) {
        self.file = SharedFile(file)
        written = Mutex(0)
    }

    /// Lends a file that somebody else wrote, as far as it is written.
    package init(_ file: SharedFile, size: Int64) {
        self.file = file
        written = Mutex(size)
    }

    /// The bytes that were written.
    public var size: Int64 { written.withLock { $0 } }

    /// Fills a buffer with the bytes from an offset on, and returns how many there were: 0 at the end.
    public func read(into buffer: inout [UInt8], from offset: Int64) throws(ContentError) -> Int {
        do throws(FileError) {
            return try file.read(into: &buffer, buffer.indices, from: offset)
        } catch {
            throw ContentError(error)
        }
    }

    /// Appends bytes to those written before.
    public func append(_ bytes: [UInt8]) throws {
        try append(bytes.span)
    }

    /// Appends bytes to those written before.
    package func append(_ bytes: borrowing Span<UInt8>) throws(ContentError) {
        let count = Int64(bytes.count)
        let start = written.withLock { size in
            defer { size += count }
            return size
        }
        do throws(FileError) { try file.write(bytes, at: start) } catch { throw ContentError(error) }
    }
}

extension ContentFile {
    /// Makes a file without a name in a folder; nil for a folder of the system.
    package static func scratch(in folder: String?, on disk: any Files) throws(ContentError) -> ContentFile {
        ContentFile(try disk.openNameless(in: [folder ?? "/dev/shm", ScratchFolder.path(orElse: "/tmp")]))
    }
}

extension Files {
    /// Opens a file without a name in the first of the folders that takes one.
    fileprivate func openNameless(in folders: [String]) throws(ContentError) -> File {
        var refusal: FileError?
        for folder in folders {
            do throws(FileError) { return try File(self, folder, .nameless) } catch { refusal = error }
        }
        throw refusal.map { ContentError($0) } ?? .full
    }
}
