public import Hashing

/// A content as a backend finds it, without its bytes.
public struct ContentRow: Hashable, Sendable {
    /// Contents up to this many bytes are rows, where an engine does not say otherwise.
    static let largest = 1 << 20

    /// Grows with each content that is put in.
    public let number: Int64
    public let digest: SHA256Digest
    /// The bytes of the content as it came. Damage may make it anything.
    public let size: Int64
    /// The bytes of its frame.
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

/// A content in a walk over all of them: what an index tells of it.
public struct ContentEntry: Hashable, Sendable {
    /// Grows with each content that is put in.
    public let number: Int64
    public let digest: SHA256Digest
    /// The bytes of the content as it came.
    public let size: Int64
    /// The bytes of its frame.
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
    /// By number, as they were put in: mostly the order in which they are read fastest.
    case arrival
}

/// How much a store holds.
public struct ContentStatistics: Equatable, Sendable {
    /// The number of contents.
    public let count: Int
    /// Their bytes as they came.
    public let rawBytes: Int64
    /// Their bytes as they are stored, without the engine's own.
    public let storedBytes: Int64

    public init(count: Int, rawBytes: Int64, storedBytes: Int64) {
        self.count = count
        self.rawBytes = rawBytes
        self.storedBytes = storedBytes
    }
}
