public import CivilTime

/// The growth of a log.
public struct LogRates: Hashable, Sendable {
    /// A number of events under a name, or on a day.
    public struct Count<Key: Hashable & Sendable>: Hashable, Sendable {
        public let key: Key
        public let events: Int64

        package init(key: Key, events: Int64) {
            self.key = key
            self.events = events
        }
    }

    /// The earliest and the latest recorded time, even if the clock ran backwards in between; nil for an empty log.
    public let span: ClosedRange<Timestamp>?
    public let events: Int64
    public let transactions: Int64
    /// The day with the most events, by its first instant in UTC; nil for an empty log.
    public let busiestDay: Count<Timestamp>?
    /// The number of events of each stored type, the most frequent first.
    public let types: [Count<String>]

    package init(
        span: ClosedRange<Timestamp>?, events: Int64, transactions: Int64, busiestDay: Count<Timestamp>?,
        types: [Count<String>]
    ) {
        self.span = span
        self.events = events
        self.transactions = transactions
        self.busiestDay = busiestDay
        self.types = types
    }
}
