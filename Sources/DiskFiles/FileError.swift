/// A call of ``Files``, by the name of the system's own for errors.
public enum FileCall: String, Sendable, CaseIterable {
    case open, read, write, truncate, rename, link, access
    case status = "stat"
    case sync = "fsync"
    case remove = "unlink"
    case makeFolder = "mkdir"
    case list = "readdir"
    case lock = "flock"
}

/// A call to the file system that was refused, where and why.
public struct FileError: Error, Hashable, Sendable {
    public let call: FileCall
    /// The path as the caller gave it; empty for an open file without a known path.
    public let path: String
    public let code: SystemCode

    public init(_ call: FileCall, _ path: String, _ code: SystemCode) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The system's words for the reason.
    public var reason: String { code.words }
}

extension FileError: CustomStringConvertible {
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
