public import EventLog

/// An account as a decision sees it.
public struct AccountState: Hashable, Sendable {
    public let id: AccountID
    public let stream: StreamID
    public let settings: AccountSettings
    public let isDeleted: Bool

    public var address: String { settings.address }

    public init(id: AccountID, stream: StreamID, settings: AccountSettings, isDeleted: Bool) {
        self.id = id
        self.stream = stream
        self.settings = settings
        self.isDeleted = isDeleted
    }

    public init(id: AccountID, stream: StreamID, address: String, isDeleted: Bool) {
        self.init(id: id, stream: stream, settings: AccountSettings(address: address), isDeleted: isDeleted)
    }
}
