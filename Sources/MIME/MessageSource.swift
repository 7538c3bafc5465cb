/// Where the bytes of one message are.
public enum MessageSource: Sendable {
    /// The whole message, in memory.
    case bytes([UInt8])

    /// A range of an open, seekable file. It is read with `pread(2)`: the descriptor stays the caller's, open and unmoved.
    case file(descriptor: Int32, offset: Int64, length: Int64)
}
