public import DiskFiles

/// The bytes of one message: in memory if it is small, else in an open file.
///
/// The bytes are the message's own: without an mbox separator and mbox quoting, and otherwise unchanged.
public struct MessageContent: ~Copyable, Sendable {
    /// The number of bytes.
    public let size: Int64
    /// The digests of these bytes.
    public let digests: MessageDigests
    /// All bytes; nil for a message larger than the reader's memory limit.
    public let bytes: [UInt8]?

    private let source: MessageSource?

    init(bytes: [UInt8]) {
        size = Int64(bytes.count)
        digests = MessageDigests(of: bytes)
        self.bytes = bytes
        source = nil
    }

    init(source: consuming MessageSource, digests: MessageDigests) {
        size = source.length
        self.digests = digests
        bytes = nil
        self.source = consume source
    }

    /// Lends the open file of a message that is not in memory: read `length` bytes from `offset`. Returns nil if it is.
    ///
    /// Call ``checkUnchanged()`` afterwards.
    public func withFile<Result>(
        _ body: (_ file: SharedFile, _ offset: Int64, _ length: Int64) throws -> Result
    ) rethrows -> Result? {
        switch source {
        case .some(let source): try body(source.file, source.offset, source.length)
        case nil: nil
        }
    }

    /// Calls `body` with all bytes in order, in pieces of at most 64 KiB if they are not in memory.
    ///
    /// - Throws: what `body` throws, or a ``MailboxError`` if the file can no longer be read or has changed.
    public func forEachPiece(_ body: (borrowing Span<UInt8>) throws -> Void) throws {
        if let bytes { return try body(bytes.span) }
        switch source {
        case .some(let source): try source.forEachPiece(body)
        case nil: break
        }
    }

    /// Throws ``MailboxError/changedWhileRead(path:)`` if the file has changed since the digests were computed.
    public func checkUnchanged() throws(MailboxError) {
        switch source {
        case .some(let source): try source.checkUnchanged()
        case nil: break
        }
    }
}
