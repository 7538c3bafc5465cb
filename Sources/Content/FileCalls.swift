import Glibc

/// Owns a file descriptor, which closes with it.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Opens a file; with `O_CREAT` it has the mode 0600 whatever the umask.
    init(path: String, flags: Int32) throws(ContentError) {
        number = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw .failed("open", path) }
        if flags & O_CREAT != 0, fchmod(number, 0o600) != 0 { throw .failed("chmod", path) }
    }

    deinit {
        close(number)
    }

    /// Gives the descriptor away to a new owner.
    consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }
}

/// Fills the front of a buffer from an offset, and returns 0 at the end of the file (pread(2)).
func readPiece(
    from descriptor: Int32, at offset: Int64, into buffer: inout [UInt8], limit: Int
) throws(ContentError) -> Int {
    let wanted = min(limit, buffer.count)
    while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, wanted, off_t(offset))
        }
        if count >= 0 { return count }
        guard errno == EINTR else { throw .failed("read", "content") }
    }
}

/// Writes all bytes, however many calls that takes (write(2)).
func writeAll(_ bytes: borrowing Span<UInt8>, to descriptor: Int32) throws(ContentError) {
    let failed = unsafe bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < buffer.count {
            let count = unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
            if count >= 0 {
                offset += count
            } else if errno != EINTR {
                return true
            }
        }
        return false
    }
    if failed { throw .failed("write", "content") }
}

/// Returns the type bits and the size of an open file (fstat(2)).
func fileStatus(of descriptor: Int32) throws(ContentError) -> (isRegular: Bool, size: Int64) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .failed("stat", "content") }
    return (status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size))
}

/// Makes a directory of mode 0700 whatever the umask, and is false when one is there already.
func makeDirectory(_ path: String) throws(ContentError) -> Bool {
    guard unsafe mkdir(path, 0o700) == 0 else {
        guard errno == EEXIST else { throw .failed("mkdir", path) }
        return false
    }
    guard unsafe chmod(path, 0o700) == 0 else { throw .failed("chmod", path) }
    return true
}

/// Makes the names in a directory last: a file's own fsync does not (fsync(2)).
func syncDirectory(_ path: String) throws(ContentError) {
    let directory = try Descriptor(path: path, flags: O_RDONLY | O_DIRECTORY)
    guard fsync(directory.number) == 0 else { throw .failed("fsync", path) }
}

/// Returns the names in a directory but `.` and `..`, sorted; none where there is no directory.
func directoryEntries(_ path: String) throws(ContentError) -> [String] {
    guard let directory = unsafe opendir(path) else {
        guard errno == ENOENT || errno == ENOTDIR else { throw .failed("opendir", path) }
        return []
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The system's own words for an errno.
func systemMessage(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
}

extension ContentError {
    /// The error of the system call that has just failed.
    static func failed(_ call: String, _ path: String) -> ContentError {
        let code = errno
        return switch code {
        case EROFS, EACCES, EPERM: .notWritable(path: path)
        case ENOSPC, EDQUOT: .full
        default: .system(call: call, path: path, code: code)
        }
    }
}
