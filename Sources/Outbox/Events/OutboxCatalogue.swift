public import EventLog

/// All events of the outbox.
public enum OutboxCatalogue {
    public static let events: [any Event.Type] = [OutboxStateChanged.self]
}
