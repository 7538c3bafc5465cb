import Glibc

/// A file that is being written, through a buffer of 256 KiB.
package final class OutputFile {
    private static let capacity = 256 << 10

    /// The path as it was named.
    package let path: String
    /// How many bytes were given to it.
    package private(set) var count: Int64 = 0
    private let descriptor: CInt
    private let isOwned: Bool
    private var buffer: [UInt8] = []

    /// Makes a file that is not there yet, for its owner only; nil where something has that name.
    package convenience init?(creating path: String) throws(WriteFailure) {
        try self.init(creating: path, named: path, in: AT_FDCWD)
    }

    /// Makes the file in a folder that is open.
    init?(creating path: String, named name: String, in folder: CInt) throws(WriteFailure) {
        descriptor = unsafe openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        self.path = path
        isOwned = true
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw .last(path)
        }
    }

    /// Makes a file for one process alone, over what a killed one left there; nil where another process has it.
    package init?(locking path: String) throws(WriteFailure) {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        self.path = path
        isOwned = true
        guard descriptor >= 0 else { throw .last(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        guard ftruncate(descriptor, 0) == 0 else { throw .last(path) }
    }

    /// Opens what is there to be written to: a pipe or a device.
    init(opening path: String) throws(WriteFailure) {
        descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        self.path = path
        isOwned = true
        guard descriptor >= 0 else { throw .last(path) }
    }

    /// Writes to a descriptor that stays the caller's to close.
    init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
        isOwned = false
    }

    /// Whether it is this user's, under this name only.
    var isOwnAlone: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_uid == geteuid() && status.st_nlink == 1
    }

    deinit {
        if isOwned, descriptor >= 0 { close(descriptor) }
    }

    /// Appends text in UTF-8.
    package func write(_ text: String) throws(WriteFailure) {
        try write(Array(text.utf8))
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(WriteFailure) {
        count += Int64(bytes.count)
        if buffer.count + bytes.count > Self.capacity { try flush() }
        if bytes.count >= Self.capacity {
            try writeAll(bytes)
        } else {
            buffer += bytes
        }
    }

    /// Hands what is in the buffer to the system.
    package func flush() throws(WriteFailure) {
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try writeAll(bytes)
    }

    /// Writes what is left and gives the file a time of change, in microseconds since 1970.
    package func finish(modified: Int64? = nil) throws(WriteFailure) {
        try flush()
        guard let modified else { return }
        let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000)
        let time = timespec(
            tv_sec: rest < 0 ? Int(seconds) - 1 : Int(seconds),
            tv_nsec: (Int(rest) + (rest < 0 ? 1_000_000 : 0)) * 1_000)
        // A file system that keeps no such time is no reason to give up.
        let times = [time, time]
        _ = unsafe times.withUnsafeBufferPointer { unsafe futimens(descriptor, $0.baseAddress) }
    }

    /// Takes the file's name away, where nothing came to be in it.
    package func remove() {
        _ = unsafe unlink(path)
    }

    /// Makes what was written last (fsync(2)); what is no file needs none.
    package func sync() throws(WriteFailure) {
        try flush()
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw .last(path) }
    }

    private func writeAll(_ bytes: [UInt8]) throws(WriteFailure) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw .last(path)
            }
        }
    }
}
