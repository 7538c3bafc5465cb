import Glibc

/// Why a file or a folder could not be written.
package struct WriteFailure: Error, Hashable, Sendable {
    /// The path as it was named.
    package let path: String
    /// The kernel's number of the error.
    package let number: CInt

    /// Names the error of the system call that has just failed.
    static func last(_ path: String) -> WriteFailure {
        WriteFailure(path: path, number: errno)
    }

    /// Whether a pipe is meant that nobody reads any more.
    package var isReaderGone: Bool { number == EPIPE }

    /// The system's words for the error.
    package var reason: String { unsafe String(cString: strerror(number)) }
}
