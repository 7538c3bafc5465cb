public import CivilTime
public import EventLog

/// The progress or failure of a thing on its way to its server, in the thing's stream.
public struct OutboxStateChanged: Event, Hashable {
    public static let type = EventType("outbox.state-changed", schema: 1)

    /// The kind of the thing: `message`, `folder`, …
    public let entity: String
    public let id: UniqueID
    public let status: Change<OutboxStatus?>?
    public let retryCount: Change<Int>?
    public let lastAttempt: Change<Timestamp?>?
    public let lastSynced: Change<Timestamp?>?
    public let error: Change<String?>?
    public let versions: Change<OutboxVersions?>?

    enum CodingKeys: String, CodingKey {
        case entity, id, status
        case retryCount = "retry_count"
        case lastAttempt = "last_attempt"
        case lastSynced = "last_synced"
        case error, versions
    }

    public init(
        entity: String, id: UniqueID, status: Change<OutboxStatus?>? = nil, retryCount: Change<Int>? = nil,
        lastAttempt: Change<Timestamp?>? = nil, lastSynced: Change<Timestamp?>? = nil, error: Change<String?>? = nil,
        versions: Change<OutboxVersions?>? = nil
    ) {
        self.entity = entity
        self.id = id
        self.status = status
        self.retryCount = retryCount
        self.lastAttempt = lastAttempt
        self.lastSynced = lastSynced
        self.error = error
        self.versions = versions
    }

    /// The change that leads from one state to another; nil if they are equal.
    public init?(entity: String, id: UniqueID, from old: OutboxState, to new: OutboxState) {
        guard old != new else { return nil }
        self.init(
            entity: entity, id: id, status: Change(from: old.status, to: new.status),
            retryCount: Change(from: old.retryCount, to: new.retryCount),
            lastAttempt: Change(from: old.lastAttempt, to: new.lastAttempt),
            lastSynced: Change(from: old.lastSynced, to: new.lastSynced),
            error: Change(from: old.error, to: new.error), versions: Change(from: old.versions, to: new.versions))
    }
}
