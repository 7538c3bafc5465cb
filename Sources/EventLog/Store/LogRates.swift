public import CivilTime

/// How a log grew.
public struct LogRates: Hashable, Sendable {
    /// A number of events under a name, or on a day.
    public struct Count<Key: Hashable & Sendable>: Hashable, Sendable {
        public let key: Key
        public let events: Int64
    }

    /// The earliest and the latest time at which something was recorded, in whatever order the clock told them; nil for an empty log.
    public let span: ClosedRange<Timestamp>?
    public let events: Int64
    public let transactions: Int64
    /// The day on which most was recorded, by its first instant in UTC; nil for an empty log.
    public let busiestDay: Count<Timestamp>?
    /// How many events of each stored type there are, the most frequent first.
    public let types: [Count<String>]
}
