package import DiskFiles

/// Why a file or a folder could not be written.
package struct WriteFailure: Error, Hashable, Sendable {
    /// The path as the caller gave it.
    package let path: String
    package let code: SystemCode

    init(path: String, code: SystemCode) {
        self.path = path
        self.code = code
    }

    init(_ error: FileError) {
        self.init(path: error.path, code: error.code)
    }

    /// Whether the target is a pipe whose reader has gone.
    package var isReaderGone: Bool { code == .brokenPipe }

    /// The system's words for the error.
    package var reason: String { code.words }
}

/// Makes calls of the floor, whose errors become those of writing, with a path where one is given.
func writing<Output: ~Copyable>(
    _ path: String? = nil, _ body: () throws(FileError) -> Output
) throws(WriteFailure) -> Output {
    do throws(FileError) { return try body() } catch { throw WriteFailure(path: path ?? error.path, code: error.code) }
}
