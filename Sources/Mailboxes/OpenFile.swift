import Glibc

/// A system call that failed, by the number the kernel gave.
struct SystemError: Error, Hashable {
    let number: CInt

    static var last: SystemError { SystemError(number: errno) }
}

/// What kind of thing a path leads to.
public enum FileKind: String, Sendable {
    case regular
    case directory
    case pipe = "named pipe"
    case socket
    case device
    case symbolicLink = "symbolic link"
    case other

    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        case S_IFCHR, S_IFBLK: self = .device
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }
}

/// What tells one state of a file from another; equal states hold equal bytes.
struct FileState: Hashable, Sendable {
    let identity: FileIdentity
    let kind: FileKind
    let size: Int64
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        kind = FileKind(mode: status.st_mode)
        size = Int64(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
    }

    /// Asks for the state of what a path leads to, opening nothing.
    init(of path: RawPath, followingLinks: Bool) throws(SystemError) {
        var status = stat()
        let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
        let result = unsafe path.withCString { unsafe fstatat(AT_FDCWD, $0, &status, flags) }
        guard result == 0 else { throw .last }
        self.init(status)
    }

    /// Microseconds since 1970.
    var modified: Int64 { Int64(modifiedSeconds) * 1_000_000 + Int64(modifiedNanoseconds / 1000) }
}

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// An open file, closed when it is dropped.
struct OpenFile: ~Copyable, Sendable {
    let descriptor: CInt

    init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Opens a file to read. Never waits: a FIFO that took the place of a file would block an ordinary open (open(2)).
    init(_ path: RawPath) throws(SystemError) {
        let opened = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard opened >= 0 else { throw .last }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// Gives the descriptor away to a new owner.
    consuming func take() -> CInt {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    func state() throws(SystemError) -> FileState {
        try Self.state(descriptor)
    }

    /// Whether it belongs to the user that this process works as.
    func isOwn() throws(SystemError) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return status.st_uid == geteuid()
    }

    /// The same of a descriptor that its owner keeps open meanwhile.
    static func state(_ descriptor: CInt) throws(SystemError) -> FileState {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return FileState(status)
    }

    /// Fills `range` of a buffer from `offset` of the file and returns how many bytes there were: fewer only at its end.
    func read(into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64) throws(SystemError) -> Int {
        try Self.read(descriptor, into: &buffer, range, from: offset)
    }

    /// The same with a descriptor that its owner keeps open meanwhile.
    static func read(
        _ descriptor: CInt, into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64
    ) throws(SystemError) -> Int {
        var count = 0
        while count < range.count {
            let place = range.lowerBound + count
            let result = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: place), range.count - count,
                    off_t(offset) + off_t(count))
            }
            if result == 0 { break }
            if result < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            count += result
        }
        return count
    }

    /// Appends bytes at the file's own position.
    func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            written += result
        }
    }
}

extension OpenFile {
    /// Makes a file that has no name and is gone when it is closed (open(2), O_TMPFILE).
    static func temporary(in directory: RawPath) throws(SystemError) -> OpenFile {
        let unnamed: CInt = 0o20000000 | O_DIRECTORY
        let opened = unsafe directory.withCString { unsafe open($0, unnamed | O_RDWR | O_CLOEXEC, 0o600) }
        if opened >= 0 { return OpenFile(owning: opened) }
        // Some file systems cannot: there the name lives for the moment between the two calls.
        var template = directory.appending(Array("mailledger.XXXXXX".utf8)).bytes.map { CChar(bitPattern: $0) }
        template.append(0)
        let named = unsafe template.withUnsafeMutableBufferPointer { buffer -> CInt in
            guard let start = buffer.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(start)
            if descriptor >= 0 { unsafe _ = (unlink(start), fcntl(descriptor, F_SETFD, FD_CLOEXEC)) }
            return descriptor
        }
        guard named >= 0 else { throw .last }
        return OpenFile(owning: named)
    }
}
