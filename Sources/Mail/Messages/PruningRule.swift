public import CivilTime
internal import EventLog

/// The rule by which a message or a copy was pruned: what of it called for that, so that it is known for good.
public struct PruningRule: Codable, Hashable, Sendable {
    public enum Origin: String, Codable, Hashable, Sendable, CaseIterable {
        /// The account's own.
        case account
        /// A folder's own.
        case folder
        /// Given to the command that pruned.
        case command
    }

    public let origin: Origin
    /// The folder whose rule it is, or that the command was for.
    public let folder: FolderID?
    /// The number of messages that the rule kept, if enough newer ones existed.
    public let keepNewest: Int?
    /// For how long mail was kept, where it was older.
    public let keepFor: RetentionPeriod?
    /// The time before which mail was too old.
    public let before: Timestamp?

    enum CodingKeys: String, CodingKey {
        case origin, folder
        case keepNewest = "keep_newest"
        case keepFor = "keep_for"
        case before
    }

    public init(
        origin: Origin, folder: FolderID? = nil, keepNewest: Int? = nil, keepFor: RetentionPeriod? = nil,
        before: Timestamp? = nil
    ) {
        self.origin = origin
        self.folder = folder
        self.keepNewest = keepNewest
        self.keepFor = keepFor
        self.before = before
    }
}
