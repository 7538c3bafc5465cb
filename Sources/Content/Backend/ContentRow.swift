public import Cryptography

/// A content as a backend finds it, without its bytes.
public struct ContentRow: Hashable, Sendable {
    /// The largest content, in bytes, that is kept in a row, unless an engine says otherwise.
    package static let largest = 1 << 20

    /// A number that grows with each content.
    public let number: Int64
    public let digest: SHA256Digest
    /// The size of the content in bytes, before compression. Damage may make it anything.
    public let size: Int64
    /// The size of its frame in bytes.
    public let storedSize: Int64
    /// Whether the frame is kept beside the row.
    public let isInPieces: Bool

    public init(number: Int64, digest: SHA256Digest, size: Int64, storedSize: Int64, isInPieces: Bool) {
        self.number = number
        self.digest = digest
        self.size = size
        self.storedSize = storedSize
        self.isInPieces = isInPieces
    }
}

/// The index's entry of one content in a walk over all of them.
public struct ContentEntry: Hashable, Sendable {
    /// A number that grows with each content.
    public let number: Int64
    public let digest: SHA256Digest
    /// The size of the content in bytes, before compression.
    public let size: Int64
    /// The size of its frame in bytes.
    public let storedSize: Int64

    public init(number: Int64, digest: SHA256Digest, size: Int64, storedSize: Int64) {
        self.number = number
        self.digest = digest
        self.size = size
        self.storedSize = storedSize
    }
}

/// An order in which contents are walked.
public enum ContentOrder: CaseIterable, Sendable {
    /// By digest: the same in every backend.
    case digest
    /// By number, in the order of storing: mostly the order in which they are read fastest.
    case arrival
}

/// The amount that a store contains.
public struct ContentStatistics: Equatable, Sendable {
    /// The number of contents.
    public let count: Int
    /// Their size in bytes, before compression.
    public let rawBytes: Int64
    /// Their size in bytes as stored, without the engine's own.
    public let storedBytes: Int64

    public init(count: Int, rawBytes: Int64, storedBytes: Int64) {
        self.count = count
        self.rawBytes = rawBytes
        self.storedBytes = storedBytes
    }
}
