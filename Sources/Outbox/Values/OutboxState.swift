public import CivilTime
internal import EventLog

/// The progress of an item towards its server. All fields are nil until something is reported.
///
/// ```swift
/// var state = OutboxState()
/// state.markAsPending()
/// state.markAsFailed("no route to host", at: now)
/// state.shouldRetry  // true, until it has failed three times
/// ```
public struct OutboxState: Hashable, Sendable {
    public var status: OutboxStatus?
    /// The number of failures since it was last synced or set to wait.
    public var retryCount: Int
    /// When it was last tried.
    public var lastAttempt: Timestamp?
    /// When the server last had it; nil until then.
    public var lastSynced: Timestamp?
    /// The error, if the status is ``OutboxStatus/failed``.
    public var error: String?
    /// The conflicting versions, if the status is ``OutboxStatus/conflict``.
    public var versions: OutboxVersions?

    /// The number of failures after which automatic retries stop.
    public static let retryLimit = 3

    public init(
        status: OutboxStatus? = nil, retryCount: Int = 0, lastAttempt: Timestamp? = nil, lastSynced: Timestamp? = nil,
        error: String? = nil, versions: OutboxVersions? = nil
    ) {
        self.status = status
        self.retryCount = retryCount
        self.lastAttempt = lastAttempt
        self.lastSynced = lastSynced
        self.error = error
        self.versions = versions
    }

    /// Whether it waits to be carried to the server.
    public var isPendingSync: Bool { status == .pending }
    /// Whether it failed, and may be tried again without being asked.
    public var shouldRetry: Bool { status == .failed && retryCount < Self.retryLimit }
    /// Whether a program that carries things to the server should take it up.
    public var isDue: Bool { isPendingSync || shouldRetry }
    /// Whether the server has never had it, whatever was done to it here.
    public var isLocalOnly: Bool { lastSynced == nil }

    /// Notes that it is to be carried to the server; failures of before do not count any more.
    public mutating func markAsPending() {
        settle(.pending)
    }

    /// Records that the server has it. A synced state stays unchanged.
    public mutating func markAsSynced(at time: Timestamp) {
        guard status != .synced else { return }
        settle(.synced)
        lastAttempt = time
        lastSynced = time
    }

    /// Notes that it did not arrive, and why.
    public mutating func markAsFailed(_ reason: String, at time: Timestamp) {
        status = .failed
        retryCount += 1
        lastAttempt = time
        error = reason
        versions = nil
    }

    /// Notes that the server has another version.
    public mutating func markAsConflicting(_ versions: OutboxVersions, at time: Timestamp) {
        guard status != .conflict || self.versions != versions else { return }
        status = .conflict
        lastAttempt = time
        error = nil
        self.versions = versions
    }

    private mutating func settle(_ status: OutboxStatus) {
        self.status = status
        retryCount = 0
        error = nil
        versions = nil
    }
}

/// The conflicting versions of a thing.
public struct OutboxVersions: Codable, Hashable, Sendable {
    /// The version in this ledger: the number of events in its stream, without those of the outbox.
    public let local: Int
    /// The server's version, by its own count.
    public let server: Int

    public init(local: Int, server: Int) {
        self.local = local
        self.server = server
    }
}
