/// The progress of an item of this ledger towards its server.
///
/// Two families of programs name it. Conversations say `failed`; offline notes and folders say `error` for the same
/// state. Both words are accepted everywhere, and each form writes its own.
public enum SyncStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// The server has its current version.
    case synced
    /// The server does not have it yet.
    case pending
    /// The server has a newer version.
    case conflict
    /// Sending it to the server failed.
    case failed

    /// The other word for ``failed``.
    public static var error: SyncStatus { .failed }

    /// Accepts a raw value, or `error`.
    public init?(rawValue: String) {
        let known = Self.allCases.first { $0.rawValue == rawValue || $0.offlineName == rawValue }
        guard let known else { return nil }
        self = known
    }

    /// The word in the forms of offline notes and folders.
    public var offlineName: String { self == .failed ? "error" : rawValue }
}

extension SyncStatus {
    public var needsSync: Bool { self != .synced }
    public var hasError: Bool { self == .conflict || self == .failed }

    /// A word for people.
    public var displayName: String {
        switch self {
        case .synced: "Synced"
        case .pending: "Pending"
        case .conflict: "Conflict"
        case .failed: "Error"
        }
    }

    /// The name of a picture.
    public var icon: String {
        switch self {
        case .synced: "checkmark.circle.fill"
        case .pending: "arrow.triangle.2.circlepath"
        case .conflict: "exclamationmark.triangle.fill"
        case .failed: "xmark.circle.fill"
        }
    }

    /// The name of a colour.
    public var color: String {
        switch self {
        case .synced: "green"
        case .pending: "blue"
        case .conflict: "orange"
        case .failed: "red"
        }
    }
}
