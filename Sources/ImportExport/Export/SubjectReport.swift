public import Cryptography
public import EventLog
public import Mail

/// The result of exporting a person's mail.
public struct SubjectReport: Sendable {
    public let address: String
    public let ledger: LedgerID
    /// The moment that it is of, and the root of the log there.
    public let position: Position
    public let root: SHA256Digest
    public internal(set) var messages = 0
    /// The number of them that no list contains any more.
    public internal(set) var deleted = 0
    public internal(set) var files = 0
    /// The bytes of these files.
    public internal(set) var bytes: Int64 = 0
    /// The number of changes in the histories.
    public internal(set) var changes = 0
    /// The number of messages and accounts that the ledger has erased, regardless of their owners.
    public internal(set) var erasures = 0
    public internal(set) var leftOut: [LeftOutContent] = []

    /// Whether some bytes are not there.
    public var isPartial: Bool { !leftOut.isEmpty }
}

/// Bytes of a message that were not written.
public struct LeftOutContent: Sendable, Hashable {
    public let message: MessageID
    public let digest: SHA256Digest
    public let reason: LeftOutCopy.Reason
}
