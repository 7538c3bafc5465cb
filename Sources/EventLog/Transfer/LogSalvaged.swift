/// The log goes on from what held of a damaged one: what stood behind that is lost to it.
public struct LogSalvaged: Event, Hashable {
    public static let type = EventType("ledger.log-salvaged", schema: 1)

    /// How many events the damaged log held by its own count; nil where that could not be read.
    public let events: Int64?
    /// What did not hold, and where.
    public let fault: String

    public init(events: Int64?, fault: String) {
        self.events = events
        self.fault = fault
    }
}
