import Glibc
import Hashing

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

/// A file without a name, which is gone when its last owner is; its descriptor stands at its start.
public final class ContentFile: Sendable {
    /// Open for reading and writing as long as this object lives.
    public let descriptor: Int32
    /// The number of bytes that it was made with.
    public let size: Int64

    init(_ descriptor: consuming Descriptor, size: Int64) {
        self.descriptor = descriptor.take()
        self.size = size
    }

    deinit {
        close(descriptor)
    }

    /// Writes behind what was written last.
    public func append(_ bytes: [UInt8]) throws {
        try writeAll(bytes.span, to: descriptor)
    }
}

/// Opens a file without a name in the first of the directories that takes one.
func openNameless(in directories: [String]) throws(ContentError) -> Descriptor {
    // O_TMPFILE of open(2), a macro that does not import.
    let nameless = 0o20_000_000 | O_DIRECTORY
    for directory in directories {
        if let file = try? Descriptor(path: directory, flags: nameless | O_RDWR | O_EXCL) { return file }
    }
    // Not every file system has nameless files: make one with a name, and take the name away.
    let path = "\(directories.last ?? "/tmp")/mailledger-\(randomBytes(12).hex)"
    let file = try Descriptor(path: path, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    unsafe unlink(path)
    return file
}
