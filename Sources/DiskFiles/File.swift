/// An open file, which is closed when its owner lets it go.
public struct File: ~Copyable, Sendable {
    public let files: any Files
    public let handle: FileHandle
    /// The path as the caller gave it, for errors.
    public let path: String

    /// Opens a file.
    public init(
        _ files: any Files, _ path: FilePath, _ mode: OpenMode, in folder: FileHandle? = nil,
        links: LinkRule = .followed
    ) throws(FileError) {
        self.files = files
        self.path = path.text
        handle = try files.open(path, in: folder, mode, links: links)
    }

    /// Opens a file by a path of text.
    public init(
        _ files: any Files, _ path: String, _ mode: OpenMode, links: LinkRule = .followed
    ) throws(FileError) {
        try self.init(files, FilePath(path), mode, links: links)
    }

    /// Takes over a handle.
    public init(_ files: any Files, owning handle: FileHandle, path: String) {
        self.files = files
        self.handle = handle
        self.path = path
    }

    deinit {
        files.close(handle)
    }

    public func status() throws(FileError) -> FileStatus {
        try named { () throws(FileError) in try files.status(of: handle) }
    }

    /// Fills `range` of a buffer from `offset` of the file, and returns how many bytes there were: fewer only at its end.
    public func read(into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64) throws(FileError) -> Int {
        try named { () throws(FileError) in try files.read(handle, into: &buffer, range, from: offset) }
    }

    public func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(FileError) {
        do { try files.write(bytes, to: handle, at: offset) } catch { throw naming(error) }
    }

    /// Makes all earlier writes durable.
    public func sync() throws(FileError) {
        try named { () throws(FileError) in try files.sync(handle) }
    }

    public func truncate(to size: Int64) throws(FileError) {
        try named { () throws(FileError) in try files.truncate(handle, to: size) }
    }

    /// Takes a lock; false if another has it and `waits` is false.
    public func lock(_ kind: LockKind, waits: Bool) throws(FileError) -> Bool {
        try named { () throws(FileError) in try files.lock(handle, kind, waits: waits) }
    }

    private func named<Output>(_ body: () throws(FileError) -> Output) throws(FileError) -> Output {
        do { return try body() } catch { throw naming(error) }
    }

    private func naming(_ error: FileError) -> FileError {
        error.path.isEmpty ? FileError(error.call, path, error.code) : error
    }
}
