import Glibc

/// Writes to a file descriptor through a buffer of 64 KiB.
///
/// Once a write has failed, all further text is dropped: a command finishes what it changes, and a long listing looks
/// at `isOpen` to stop early. `finish()` tells the failure; that the reader has gone away is none.
package final class Output {
    private static let capacity = 64 * 1024

    private let descriptor: CInt
    private var buffer: [UInt8] = []
    private var failure: OutputError?

    /// Makes a writer; standard output unless another descriptor is given, which stays the caller's to close.
    package init(descriptor: CInt = STDOUT_FILENO) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.capacity)
    }

    /// Whether text still reaches somebody.
    package var isOpen: Bool { failure == nil }

    /// Whether people read the output.
    package var isTerminal: Bool { Terminal.isTerminal(descriptor) }

    /// The terminal's width, and nil where the output is no terminal.
    package var columns: Int? { Terminal.columns(of: descriptor) }

    /// Adds text.
    package func write(_ text: String) {
        var text = text
        text.withUTF8 { unsafe write($0) }
    }

    /// Adds text and a line break.
    package func line(_ text: String = "") {
        write(text)
        write("\n")
    }

    /// Adds bytes as they are, such as a raw message.
    package func write(bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe write($0) }
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isOpen else { return }
        if buffer.count + bytes.count > Self.capacity { flush() }
        if bytes.count >= Self.capacity {
            if isOpen { failure = unsafe Self.writeAll(bytes, to: descriptor) }
        } else {
            unsafe buffer.append(contentsOf: bytes)
        }
    }

    /// Writes what is in the buffer: before a question, and after each change that `watch` shows.
    package func flush() {
        if isOpen {
            failure = unsafe buffer.withUnsafeBufferPointer { unsafe Self.writeAll($0, to: descriptor) }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left.
    ///
    /// - Throws: `OutputError` where text was lost, but not for a reader that has read enough, as `head` has.
    package func finish() throws(OutputError) {
        flush()
        if let failure, failure != .readerGone { throw failure }
    }

    /// Writes all bytes, through short writes, interrupts and descriptors that others made non-blocking: write(2).
    static func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: CInt) -> OutputError? {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            if count >= 0 {
                offset += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            case EPIPE: return .readerGone
            default: return .failed(errno: errno)
            }
        }
        return nil
    }
}

/// Text that could not be written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    /// Nobody reads any more.
    case readerGone
    /// The system's reason, such as a full disk.
    case failed(errno: CInt)

    /// The reason in words.
    package var description: String {
        switch self {
        case .readerGone: "the reader of the output is gone"
        case .failed(let code): "cannot write the output: " + (unsafe String(cString: strerror(code)))
        }
    }
}

/// Writes to standard error at once: messages, progress and questions.
package enum StandardError {
    /// Writes text; a failure is of no consequence.
    package static func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { unsafe Output.writeAll($0, to: STDERR_FILENO) }
    }

    /// Writes a line.
    package static func line(_ text: String) {
        write(text + "\n")
    }

    /// Whether people read it.
    package static var isTerminal: Bool { Terminal.isTerminal(STDERR_FILENO) }
}
