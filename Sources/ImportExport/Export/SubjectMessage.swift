public import CivilTime
public import Cryptography
internal import EventLog
public import LedgerHistory
public import Mail

/// A message that concerns a person, with everything that the ledger has about it.
public struct SubjectMessage: Sendable {
    public let id: MessageID
    /// The address of the account that received it.
    public let account: String
    public let headers: MessageHeaders
    public let receivedAt: Timestamp
    public let size: Int64
    /// The places of the address in it, in the order of ``SubjectPlace``.
    public let places: [SubjectPlace]
    public let keywords: [String]
    /// The paths of its folders, or of its last ones.
    public let folders: [String]
    /// Whether no list contains it any more: it was deleted or hidden, or ended with its folders or its account.
    public let isDeleted: Bool
    /// Its bytes, once for each different copy.
    public internal(set) var files: [SubjectFile]
    public let history: [HistoryEntry]
}

/// The bytes of a copy.
public struct SubjectFile: Sendable, Hashable {
    /// The path below the folder of the export; nil if they could not be written.
    public let path: String?
    /// Their SHA-256.
    public let digest: SHA256Digest
}
