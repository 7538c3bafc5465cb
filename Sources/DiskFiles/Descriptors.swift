internal import Glibc

/// An open descriptor that is no file: a pipe, a terminal, a device. It has no positions, and a call may wait.
public struct Descriptor: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }

    public static let standardInput = Descriptor(STDIN_FILENO)
    public static let standardOutput = Descriptor(STDOUT_FILENO)
    public static let standardError = Descriptor(STDERR_FILENO)

    /// Opens an existing file for writing: a pipe or a device.
    public static func forWriting(_ path: String) throws(FileError) -> Descriptor {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw FileError(.open, path, .last) }
        return Descriptor(number)
    }

    /// Opens a file or a pipe to be read from its beginning to its end; waits for the writer of a named pipe.
    public static func forReading(_ path: String) throws(FileError) -> Descriptor {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw FileError(.open, path, .last) }
        return Descriptor(number)
    }

    /// Opens a file for appending; a new one is for its owner only. Processes may share it, each writing whole lines.
    public static func forAppending(_ path: String) throws(FileError) -> Descriptor {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
        guard number >= 0 else { throw FileError(.open, path, .last) }
        return Descriptor(number)
    }

    public func close() {
        Glibc.close(number)
    }

    /// Whether something is open under the number.
    public var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

    /// The status of the open object (fstat(2)).
    public func status() throws(FileError) -> FileStatus {
        try KernelFiles.shared.status(of: FileHandle(number))
    }

    /// Reads to the end, in pieces of at most 64 KiB.
    public func forEachPiece(_ body: (ArraySlice<UInt8>) -> Void) throws(FileError) {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var span = piece.mutableSpan
            let count = try read(into: &span)
            guard count > 0 else { return }
            body(piece[..<count])
        }
    }

    /// Fills the front of a buffer with what there is, and returns 0 at the end; waits for the first byte.
    public func read(into buffer: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            try wait(for: POLLIN, .read)
        }
    }

    /// Waits for bytes, or for the end; returns false when the time is over first.
    ///
    /// - Parameter milliseconds: Nil for ever.
    public func hasBytes(within milliseconds: Int32?) -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&request, 1, milliseconds ?? -1)
        // A signal that came in between is no answer: who asks looks again.
        return ready > 0
    }

    /// Writes all bytes, however many calls that takes.
    public func write(_ bytes: borrowing Span<UInt8>) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count >= 0 { written += count } else { try wait(for: POLLOUT, .write) }
        }
    }

    /// After a call that failed: returns if the call is to be repeated.
    private func wait(for event: Int32, _ call: FileCall) throws(FileError) {
        switch errno {
        case EINTR: return
        case EAGAIN:
            // Others may have made it one that does not wait.
            var request = pollfd(fd: number, events: Int16(event), revents: 0)
            _ = unsafe poll(&request, 1, -1)
        default: throw FileError(call, "", .last)
        }
    }
}
