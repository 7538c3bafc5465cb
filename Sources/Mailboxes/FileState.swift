import DiskFiles

/// The state of a file; equal states mean equal bytes.
struct FileState: Hashable, Sendable {
    let identity: FileIdentity
    let kind: FileKind
    let size: Int64
    private let time: FileTime

    init(_ status: FileStatus) {
        identity = status.identity
        kind = status.kind
        size = status.size
        time = status.modified
    }

    /// Reads the state of the target of a path without opening it.
    init(of path: FilePath, followingLinks: Bool, on files: any Files) throws(FileError) {
        self.init(try files.status(of: path, in: nil, links: followingLinks ? .followed : .refused))
    }

    /// When it was last written, in microseconds since 1970.
    var modified: Int64 { time.microseconds }
}

extension SharedFile {
    func state() throws(FileError) -> FileState { FileState(try status()) }
}
