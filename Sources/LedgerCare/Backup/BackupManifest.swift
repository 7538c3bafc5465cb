public import Cryptography
public import EventLog

/// The ledger and the end of a backup: the file `backup.json`, as `Docs/Backup.md` describes it.
public struct BackupManifest: Codable, Hashable, Sendable {
    /// The version of the folder's layout.
    public var version = Self.version
    public let ledger: LedgerID
    public let origin: String
    /// The format of the log.
    public let format: Int
    /// The last position and the last transaction, and the root over all events up to there.
    public let position: Position
    public let transaction: Int64
    public let root: SHA256Digest
    /// When the ledger recorded that transaction; nil for a ledger without events.
    public let recordedAt: String?
    /// When the backup was finished, and by which program.
    public let finishedAt: String
    public let program: String
    public let contents: Int
    public let hasKeys: Bool

    static let version = 1

    enum CodingKeys: String, CodingKey {
        case version = "mailledger_backup"
        case ledger, origin, format, position, transaction, root
        case recordedAt = "recorded_at"
        case finishedAt = "finished_at"
        case program, contents
        case hasKeys = "has_keys"
    }
}

/// Why a backup cannot be made or used.
public enum BackupError: Error, Hashable, Sendable {
    /// The folder for a backup contains other things.
    case notEmpty(path: String)
    /// There is no backup in the folder.
    case notABackup(path: String)
    /// The first backup into the folder was stopped before it was complete.
    case incomplete(path: String)
    /// A newer program made it.
    case newer(path: String, version: Int)
    /// Another process makes a backup there.
    case inUse(path: String)
    /// The backup is one of another ledger.
    case otherLedger(path: String, LedgerID)
    /// The backup has events that the ledger lacks, or different events at the same positions.
    case diverged(path: String, at: Position)
    /// The backup contradicts itself.
    case damaged(path: String, reason: String)
    /// The contents of a former backup are damaged, so nothing is added to it.
    case unsound(path: String, reason: String)
}

extension BackupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notEmpty(let path): "\(path) holds other things than a backup of a ledger"
        case .notABackup(let path): "\(path) is not a backup of a ledger"
        case .incomplete(let path): "\(path) holds a backup that was stopped before it was complete"
        case .newer(let path, let version): "\(path) is a backup of version \(version), which a newer mailledger reads"
        case .inUse(let path): "another process makes a backup in \(path)"
        case .otherLedger(let path, let ledger): "\(path) is a backup of another ledger, \(ledger)"
        case .diverged(let path, let position):
            "the backup in \(path) has an event at position \(position) that this ledger has not"
        case .damaged(let path, let reason): "\(path): \(reason)"
        case .unsound(let path, let reason): "the backup in \(path) is damaged: \(reason)"
        }
    }
}
