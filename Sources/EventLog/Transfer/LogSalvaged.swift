/// The log continues from the sound part of a damaged one: everything behind that is lost to it.
public struct LogSalvaged: Event, Hashable {
    public static let type = EventType("ledger.log-salvaged", schema: 1)

    /// The number of events in the damaged log by its own count; nil if that could not be read.
    public let events: Int64?
    /// The fault, and its place.
    public let fault: String

    public init(events: Int64?, fault: String) {
        self.events = events
        self.fault = fault
    }
}
