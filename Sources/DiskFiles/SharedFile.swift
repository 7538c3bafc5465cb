/// An open file that several own, closed when the last of them lets it go.
public final class SharedFile: Sendable {
    private let file: File

    public init(_ file: consuming File) {
        self.file = file
    }

    /// Opens a file, relative to an open folder if one is given.
    public convenience init(
        _ files: any Files, _ path: FilePath, _ mode: OpenMode, in folder: SharedFile? = nil,
        links: LinkRule = .followed
    ) throws(FileError) {
        self.init(try File(files, path, mode, in: folder?.handle, links: links))
    }

    public var files: any Files { file.files }
    public var handle: FileHandle { file.handle }

    public func status() throws(FileError) -> FileStatus { try file.status() }

    /// Makes all earlier writes durable.
    public func sync() throws(FileError) { try file.sync() }

    public func truncate(to size: Int64) throws(FileError) { try file.truncate(to: size) }

    /// Takes a lock; false if another has it and `waits` is false.
    public func lock(_ kind: LockKind, waits: Bool) throws(FileError) -> Bool {
        try file.lock(kind, waits: waits)
    }

    /// Fills `range` of a buffer from `offset` of the file, and returns how many bytes there were: fewer only at its end.
    public func read(into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64) throws(FileError) -> Int {
        try file.read(into: &buffer, range, from: offset)
    }

    public func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(FileError) {
        try file.write(bytes, at: offset)
    }
}
