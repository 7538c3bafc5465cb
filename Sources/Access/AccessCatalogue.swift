public import EventLog

/// All events of this context, as the log's one decode path needs them.
public enum AccessCatalogue {
    public static let events: [any Event.Type] = [TokenIssued.self, TokenChanged.self, TokenRevoked.self]
}
