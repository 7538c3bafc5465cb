public import DiskFiles

/// The source of the bytes of one message.
public enum MessageSource: Sendable {
    /// The whole message, in memory.
    case bytes([UInt8])

    /// A range of an open file, which stays its owner's.
    case file(SharedFile, offset: Int64, length: Int64)
}
