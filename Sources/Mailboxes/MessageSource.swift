import DiskFiles

/// The open file behind a message, and the part of it that is the message.
struct MessageSource: ~Copyable, Sendable {
    static let pieceSize = 64 << 10

    let file: SharedFile
    let path: String
    let offset: Int64
    let length: Int64
    let isQuoted: Bool
    /// The file's state before its first byte was read.
    private let state: FileState

    /// Opens the file of a message.
    ///
    /// One that is compressed has no such source before it is unpacked.
    static func open(_ message: FoundMessage) throws(MailboxError) -> MessageSource {
        switch message.backing {
        case .plain: break
        case .unpacked(let file): return try open(file, path: message.path, message.extent, isQuoted: message.isQuoted)
        case .compressed, .letGo: preconditionFailure("a message that cannot be read as it stands")
        }
        let file = try naming(message.path) { () throws(FileError) in try message.location.open() }
        let state = try naming(message.path) { () throws(FileError) in try file.state() }
        guard state.kind == .regular else { throw .changedWhileRead(path: message.path) }
        switch message.extent {
        case .wholeFile:
            return MessageSource(file: file, state: state, path: message.path)
        case .range(let offset, let length):
            // The range was found in one state of the file and means nothing in another.
            guard state == message.state else { throw .changedWhileRead(path: message.path) }
            return MessageSource(
                file: file, state: state, path: message.path, offset: offset, length: length, isQuoted: message.isQuoted
            )
        }
    }

    /// Opens an unpacked message, or a part of it.
    static func open(
        _ unpacked: UnpackedFile, path: String, _ extent: MessageExtent = .wholeFile, isQuoted: Bool = false
    ) throws(MailboxError) -> MessageSource {
        let file = unpacked.open()
        switch extent {
        case .wholeFile:
            return MessageSource(file: file, state: unpacked.state, path: path)
        case .range(let offset, let length):
            return MessageSource(
                file: file, state: unpacked.state, path: path, offset: offset, length: length, isQuoted: isQuoted)
        }
    }

    /// Takes over a file that is a message from its first byte to its last.
    init(file: SharedFile, state: FileState, path: String) {
        self.init(file: file, state: state, path: path, offset: 0, length: state.size, isQuoted: false)
    }

    private init(
        file: SharedFile, state: FileState, path: String, offset: Int64, length: Int64, isQuoted: Bool
    ) {
        self.file = file
        self.state = state
        self.path = path
        self.offset = offset
        self.length = length
        self.isQuoted = isQuoted
    }

    /// Reads exactly `count` bytes from a place in the message to the front of a buffer.
    func read(into buffer: inout [UInt8], count: Int, at place: Int64) throws(MailboxError) {
        let read = try Self.naming(path) { () throws(FileError) in
            try file.read(into: &buffer, 0..<count, from: offset + place)
        }
        guard read == count else { throw .changedWhileRead(path: path) }
    }

    /// Calls `body` with all bytes in order and checks that the file stayed the same.
    func forEachPiece(_ body: (borrowing Span<UInt8>) throws -> Void) throws {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var position: Int64 = 0
        while position < length {
            let count = Int(min(Int64(piece.count), length - position))
            try read(into: &piece, count: count, at: position)
            try body(piece.span.extracting(0..<count))
            position += Int64(count)
        }
        try checkUnchanged()
    }

    /// Throws if the file has changed since the start.
    func checkUnchanged() throws(MailboxError) {
        let now = try Self.naming(path) { () throws(FileError) in try file.state() }
        guard now == state else { throw .changedWhileRead(path: path) }
    }

    /// Adds the path to the kernel's error.
    private static func naming<Result: ~Copyable>(
        _ path: String, _ body: () throws(FileError) -> Result
    ) throws(MailboxError) -> Result {
        do {
            return try body()
        } catch {
            throw .unreadable(path: path, errno: error.code.number)
        }
    }
}
