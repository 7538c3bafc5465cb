import Compression
public import DiskFiles

/// Reads the messages that a walk found, each with its digests, and notices when a file changes meanwhile.
///
/// ```swift
/// let content = try MessageReader().read(message)
/// if let bytes = content.bytes { parse(bytes) }
/// ```
///
/// Files are read, never mapped: a mapped file that another program cuts short ends the process.
public struct MessageReader: Sendable {
    /// The size up to which a message is read into memory: 4 MiB.
    public static let defaultMemoryLimit = 4 << 20

    private let memoryLimit: Int
    private let temporaryDirectory: String
    private let files: any Files

    /// Prepares to read; large messages that are quoted or compressed are copied into `temporaryDirectory` (default `$TMPDIR`,
    /// else /var/tmp).
    public init(
        memoryLimit: Int = Self.defaultMemoryLimit, temporaryDirectory: String? = nil,
        on files: any Files = KernelFiles.shared
    ) {
        self.memoryLimit = memoryLimit
        self.temporaryDirectory = MailboxOptions(temporaryDirectory: temporaryDirectory).scratchFolder
        self.files = files
    }

    /// Reads a message from one end to the other.
    ///
    /// - Throws: ``MailboxError/unreadable(path:errno:)`` if the file cannot be opened or is gone,
    ///   ``MailboxError/changedWhileRead(path:)``, ``MailboxError/refused(_:)`` for a damaged compressed one, or ``MailboxError/noTemporaryFile(directory:errno:)``.
    public func read(_ message: FoundMessage) throws(MailboxError) -> MessageContent {
        if case .compressed(let format) = message.backing { return try readCompressed(message, format) }
        let source = try MessageSource.open(message)
        if source.length <= Int64(memoryLimit) { return try readSmall(source) }
        return message.isQuoted ? try copyUnquoted(source) : try readLarge(source)
    }

    private func readSmall(_ source: consuming MessageSource) throws(MailboxError) -> MessageContent {
        var bytes = [UInt8](repeating: 0, count: Int(source.length))
        try source.read(into: &bytes, count: bytes.count, at: 0)
        if source.isQuoted { bytes = MboxUnquoter.unquote(bytes) }
        try source.checkUnchanged()
        return MessageContent(bytes: bytes)
    }

    private func readLarge(_ source: consuming MessageSource) throws(MailboxError) -> MessageContent {
        var digester = MessageDigester()
        var piece = [UInt8](repeating: 0, count: MessageSource.pieceSize)
        var position: Int64 = 0
        while position < source.length {
            let count = Int(min(Int64(piece.count), source.length - position))
            try source.read(into: &piece, count: count, at: position)
            digester.update(piece.span.extracting(0..<count))
            position += Int64(count)
        }
        try source.checkUnchanged()
        return MessageContent(source: source, digests: digester.finalize())
    }

    /// Writes a large message without its quoting to a file without a name, which replaces the original.
    private func copyUnquoted(_ source: consuming MessageSource) throws(MailboxError) -> MessageContent {
        let copy = try inTemporaryDirectory { () throws(FileError) in
            try SharedFile(files, FilePath(temporaryDirectory), .nameless)
        }
        var digester = MessageDigester()
        var unquoter = MboxUnquoter()
        var piece = [UInt8](repeating: 0, count: MessageSource.pieceSize)
        var plain: [UInt8] = []
        var position: Int64 = 0
        var written: Int64 = 0
        while position < source.length {
            let count = Int(min(Int64(piece.count), source.length - position))
            try source.read(into: &piece, count: count, at: position)
            position += Int64(count)
            plain.removeAll(keepingCapacity: true)
            unquoter.feed(piece[..<count], into: &plain)
            if position == source.length { unquoter.finish(into: &plain) }
            digester.update(plain.span)
            try inTemporaryDirectory { () throws(FileError) in try copy.write(plain.span, at: written) }
            written += Int64(plain.count)
        }
        try source.checkUnchanged()
        let state = try inTemporaryDirectory { () throws(FileError) in try copy.state() }
        let whole = MessageSource(file: copy, state: state, path: source.path)
        return MessageContent(source: whole, digests: digester.finalize())
    }

    /// Reads a compressed message: into memory up to the limit, else into a file without a name.
    private func readCompressed(
        _ message: FoundMessage, _ format: CompressedFormat
    ) throws(MailboxError) -> MessageContent {
        do throws(UnpackingError) {
            var reader = try PackedReader(message.location, format)
            var bytes = [UInt8](repeating: 0, count: min(64 << 10, memoryLimit + 1))
            var count = try reader.read(into: &bytes, 0..<bytes.count)
            while count == bytes.count, count <= memoryLimit {
                bytes += [UInt8](repeating: 0, count: min(count, memoryLimit + 1 - count))
                count += try reader.read(into: &bytes, count..<bytes.count)
            }
            guard count > memoryLimit else {
                try reader.checkUnchanged()
                bytes.removeLast(bytes.count - count)
                return MessageContent(bytes: bytes)
            }
        } catch {
            throw error.mailboxError(path: message.path, directory: temporaryDirectory)
        }
        // It starts again from the beginning: so few messages are so large that a second way is not worth it.
        return try readLarge(.open(try unpack(message, format), path: message.path))
    }

    private func unpack(
        _ message: FoundMessage, _ format: CompressedFormat
    ) throws(MailboxError) -> UnpackedFile {
        do throws(UnpackingError) {
            return try .unpacking(message.location, format, in: FilePath(temporaryDirectory), on: files)
        } catch {
            throw error.mailboxError(path: message.path, directory: temporaryDirectory)
        }
    }

    private func inTemporaryDirectory<Result: ~Copyable>(
        _ body: () throws(FileError) -> Result
    ) throws(MailboxError) -> Result {
        do {
            return try body()
        } catch {
            throw .noTemporaryFile(directory: temporaryDirectory, errno: error.code.number)
        }
    }
}
